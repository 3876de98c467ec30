/**
 * The words people choose first, in Spain and everywhere, without accents: a small list of ours, made to be read.
 * Each also stands for itself with a number or sign after it; keyboard rows and repetitions are told by rule.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password passwd pass passw0rd letmein welcome admin administrator administrador root user usuario login guest
  default secret secreto master superman batman pokemon starwars dragon monkey shadow sunshine princess princesa
  football baseball iloveyou teamo tequiero teamomucho tequieromucho trustno1 whatever freedom michael jordan
  charlie hunter jennifer jessica ashley daniel andrea alejandro alejandra antonio carlos carmen cristina david
  fernando francisco javier jose josemaria juan juancarlos laura lucia manuel manolo maria marta miguel mariajose
  pablo patricia paula pedro rafael raquel roberto sandra sergio contrasena contrasenia clave miclave micontrasena
  cambiame cambiar acceso entrar entrada prueba pruebas test testing temporal bienvenido bienvenida hola holahola
  holamundo familia amor amorcito micasa miamor mivida corazon estrella mariposa chocolate gatito perrito futbol
  barcelona barca fcbarcelona forcabarca realmadrid halamadrid atleti atletico atleticomadrid betis realbetis
  madrid sevilla valencia malaga zaragoza bilbao granada cordoba murcia alicante andalucia espana spain vivaespana
  verano invierno primavera otono enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
  diciembre lunes martes miercoles jueves viernes sabado domingo cartas carta lacre micarta miscartas correos
  ordenador internet google facebook instagram whatsapp movil telefono computer qwerty qwertyuiop qwert asdf
  asdfgh asdfghjkl zxcvbn zxcvbnm 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qazwsx qazwsxedc zaq12wsx abc abcd abcde
  abcdef abcabc aabbccdd a1b2c3d4 abc123 abcd1234 qwe123 qwerty123 123qwe 123abc 1234abcd 147258369 159753456
  123123123 123321123 12344321 11223344 112233445566 987654321 123654789 789456123 741852963 101010101`.split(
    /\s+/,
  ),
)
