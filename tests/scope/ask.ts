import { bodyOf } from '../answers.ts'
import { addressFor, bodyFor, type Things } from '../callers.ts'
import type { Person } from '../portal.ts'
import { sheetsOf, textsIn } from '../spreadsheet.ts'

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Moments of the asking itself, and tokens made for it, are not facts about anybody. */
const withoutMoments = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g, (moment) =>
      Math.abs(Date.parse(moment) - Date.now()) < 3_600_000 ? 'NOW' : moment,
    )
    .replace(/"(token|key|url|src|contentUrl|etag)":"[^"]*"/gi, '"$1":""')

/** Status code or content of an answer; of files the texts within. */
export async function textOf(response: Response): Promise<string> {
  if (!response.ok) return (await bodyOf<{ code: string }>(response)).code
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith(spreadsheet)) return JSON.stringify(await sheetsOf(response))
  if (type.includes('zip')) return JSON.stringify([...(await textsIn(new Uint8Array(await response.arrayBuffer())))])
  if (type.includes('pdf')) return `a file of ${(await response.arrayBuffer()).byteLength} bytes`
  return response.text()
}

/** How many have a place on an occasion is told to everybody who may sign up to it. */
const withoutPlaces = (text: string): string => text.replace(/"(bookedCount|booked|availableSpots)":\d+/g, '"$1":0')

/** Status and content of an answer, as far as it tells of people. */
export async function answerTo(person: Person, name: string, things: Things, userId: number): Promise<string> {
  const [method = '', path = ''] = name.split(' ')
  const address = addressFor(path, things, userId)
  const body = method === 'GET' ? undefined : bodyFor(name, things, userId)
  const response = await person.fetch(method, address, body)
  return withoutPlaces(withoutMoments(`${response.status} ${await textOf(response)}`))
}
