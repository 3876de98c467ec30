-- `dispute` (0019) has long said it better, and no version that can be gone back to reads this.
alter table payment drop column disputed;
