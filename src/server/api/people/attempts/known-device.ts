import { isSignatureOf, randomToken, signatureOf } from '#platform/digest.ts'
import { deviceDays } from './rules.ts'

/*
 * A device on which somebody has signed in keeps a signed random number for that user name. It opens nothing: it only has failed
 * attempts from there counted by themselves. The cookie holds `<number>.<end, epoch seconds>.<signature>` for up to four people.
 */

const peopleAtMost = 4

const signedText = (userName: string, number: string, end: string) =>
  `device ${number} ${end} ${userName.trim().toLowerCase()}`

const entriesIn = (cookie: string | null) => (cookie ?? '').split('~').filter(Boolean).slice(0, peopleAtMost)

async function numberIn(secret: string, entry: string, userName: string, now: Date): Promise<string | null> {
  const [number, end, signature, ...rest] = entry.split('.')
  if (!number || !end || !signature || rest.length > 0 || Number(end) * 1000 <= now.getTime()) return null
  return (await isSignatureOf(secret, signedText(userName, number, end), signature)) ? number : null
}

interface Looking {
  secret: string
  cookie: string | null
  userName: string
  now: Date
}

/** The number of the device when the owner of the user name has signed in on it; null for any other device. */
export async function deviceNumber({ secret, cookie, userName, now }: Looking): Promise<string | null> {
  const found = await Promise.all(entriesIn(cookie).map((entry) => numberIn(secret, entry, userName, now)))
  return found.find((number) => number !== null) ?? null
}

/** The cookie after a sign-in: the person's entry first with a new end, the longest unused one dropped. */
export async function rememberDevice({ secret, cookie, userName, now }: Looking): Promise<string> {
  const entries = entriesIn(cookie)
  const own = await Promise.all(entries.map((entry) => numberIn(secret, entry, userName, now)))
  const number = own.find((one) => one !== null) ?? randomToken()
  const end = String(Math.floor(now.getTime() / 1000) + deviceDays * 86_400)
  const entry = `${number}.${end}.${await signatureOf(secret, signedText(userName, number, end))}`
  const others = entries.filter((_, index) => own[index] === null)
  return [entry, ...others].slice(0, peopleAtMost).join('~')
}
