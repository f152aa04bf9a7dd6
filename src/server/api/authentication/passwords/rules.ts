/** Gaps G-010. Length does the work; the rest keeps out what everybody tries first. */
const lettersAtLeast = 10

/** What is left of most guessed passwords when capitals, digits and signs around them are taken away. */
const everybodysWords = new Set(
  `password passw0rd losenord lösenord hemligt hemlighet qwerty qwertyuiop qwertyuiopå asdfghjkl asdfghjklöä zxcvbnm
  letmein welcome welcometo valkommen välkommen administrator admin superadmin inloggning iloveyou jagalskardig
  sommar sommaren vinter vintern varen våren hosten hösten sverige stockholm goteborg göteborg malmo malmö
  januari februari mars april maj juni juli augusti september oktober november december
  motorsport bilsport rallycross folkrace gokart karting racing forarlicens förarlicens portalen utbildningsportalen
  football fotboll hockey ishockey superman batman starwars dragon master monkey sunshine princess shadow
  changeme testtest test testing guest default secret`.split(/\s+/),
)

const rows = [
  'abcdefghijklmnopqrstuvwxyzåäö',
  '01234567890123456789',
  'qwertyuiopåasdfghjklöäzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
]

const isRow = (text: string) => rows.some((row) => row.includes(text) || [...row].reverse().join('').includes(text))

const isRepeated = (text: string) => /^(.{1,4})\1+.{0,3}$/u.test(text)

function isCommon(password: string): boolean {
  const plain = password.toLowerCase()
  const word = plain.replace(/^[\d\W_]+(?=\p{L})|(?<=\p{L})[\d\W_]+$/gu, '')
  return isRow(plain) || isRepeated(plain) || everybodysWords.has(word) || everybodysWords.has(plain.replace(/\W/g, ''))
}

export interface NewPassword {
  newPassword: string
  passwordVerification: string
  userName: string
  /** Empty when the old one is not asked for. */
  password?: string
}

/** The refusal with the field it belongs to, or null. */
export function refuseNewPassword({ newPassword, passwordVerification, userName, password }: NewPassword) {
  const refuse = <Code extends string>(code: Code, field = 'newPassword') => ({ code, field })
  if ([...newPassword].length < lettersAtLeast) return refuse('password_too_short')
  if (newPassword.toLowerCase() === userName.toLowerCase()) return refuse('password_is_user_name')
  if (isCommon(newPassword)) return refuse('password_too_common')
  if (newPassword === password) return refuse('password_unchanged')
  if (newPassword !== passwordVerification) return refuse('password_verification_differs', 'passwordVerification')
  return null
}
