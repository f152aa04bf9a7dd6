import { bodyOf } from '../answers.ts'
import { addressFor, bodyFor, type Things } from '../callers.ts'
import type { Person } from '../portal.ts'
import { sheetsOf, textsIn } from '../spreadsheet.ts'

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Replaces request times and one-time tokens, which are not data about people. */
const withoutMoments = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g, (moment) =>
      Math.abs(Date.parse(moment) - Date.now()) < 3_600_000 ? 'NOW' : moment,
    )
    .replace(/"(token|key|url|src|contentUrl|etag)":"[^"]*"/gi, '"$1":""')

/** Returns the refusal code or the content of a response; the texts inside the file when it is a zip. */
export async function textOf(response: Response): Promise<string> {
  if (!response.ok) return (await bodyOf<{ code: string }>(response)).code
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith(spreadsheet)) return JSON.stringify(await sheetsOf(response))
  if (type.includes('zip')) return JSON.stringify([...(await textsIn(new Uint8Array(await response.arrayBuffer())))])
  if (type.includes('pdf')) return `a file of ${(await response.arrayBuffer()).byteLength} bytes`
  return response.text()
}

/** Hides the number of booked seats, which every possible participant may see. */
const withoutPlaces = (text: string): string => text.replace(/"(bookedCount|booked|availableSpots)":\d+/g, '"$1":0')

/** Makes a call and returns the status and the parts of the answer that are about people. */
export async function answerTo(person: Person, name: string, things: Things, userId: number): Promise<string> {
  const [method = '', path = ''] = name.split(' ')
  const address = addressFor(path, things, userId)
  const body = method === 'GET' ? undefined : bodyFor(name, things, userId)
  const response = await person.fetch(method, address, body)
  return withoutPlaces(withoutMoments(`${response.status} ${await textOf(response)}`))
}
