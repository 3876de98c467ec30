-- Whether the sender has already paid exactly this letter is asked at each Enviar, also of accounts with many letters.
create index letter_paid_before on letter (account_id, fingerprint)
  where state in ('paid', 'batched', 'printed', 'posted');
