import { type CallResources, toAddress, toBody } from '../callers.ts'
import type { Person } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { readSheetsResponse, readZipTexts } from '../spreadsheet.ts'

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Replaces request times and one-time tokens, which are not data about people. */
const withoutMoments = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g, (moment) =>
      Math.abs(Date.parse(moment) - Date.now()) < 3_600_000 ? 'NOW' : moment,
    )
    .replace(/"(token|key|url|src|contentUrl|etag)":"[^"]*"/gi, '"$1":""')

/** Returns the refusal code or the content of a response; the texts inside the file when it is a zip. */
export async function readResponseText(response: Response): Promise<string> {
  if (!response.ok) return (await bodyOf<{ code: string }>(response)).code
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith(spreadsheet)) return JSON.stringify(await readSheetsResponse(response))
  if (type.includes('zip'))
    return JSON.stringify([...(await readZipTexts(new Uint8Array(await response.arrayBuffer())))])
  if (type.includes('pdf')) return `a file of ${(await response.arrayBuffer()).byteLength} bytes`
  return response.text()
}

/** Hides the number of booked seats, which every possible participant may see. */
const withoutPlaces = (text: string): string => text.replace(/"(bookedCount|booked|availableSpots)":\d+/g, '"$1":0')

/** Makes a call and returns the status and the parts of the answer that are about people. */
export async function readAnswerAs(
  person: Person,
  name: string,
  things: CallResources,
  userId: number,
): Promise<string> {
  const [method = '', path = ''] = name.split(' ')
  const address = toAddress(path, things, userId)
  const body = method === 'GET' ? undefined : toBody(name, things, userId)
  const response = await person.fetch(method, address, body)
  return withoutPlaces(withoutMoments(`${response.status} ${await readResponseText(response)}`))
}
