/** `npm run test:all` sets it: tests that search a space search all of it, and `npm test` a fixed part. */
export const isThorough = process.env['THOROUGH'] === '1'
