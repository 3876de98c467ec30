/** A letter as an HTML file. Its content is clean; still nothing may run or be loaded. */
export const htmlPage = (content: string) => `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Carta</title>
<body style="max-width: 40rem; margin: 2rem auto; font: 1.1rem/1.5 serif">
${content}
</body>
</html>
`
