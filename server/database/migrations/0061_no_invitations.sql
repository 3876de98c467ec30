drop table operator_invitation;
