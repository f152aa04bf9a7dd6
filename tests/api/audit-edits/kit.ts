import fc, { type Arbitrary } from 'fast-check'
import { signedIn } from '../../portal.ts'
import { inDays } from '../../time.ts'

export type Fields = Record<string, unknown>

/** A stored resource with the call that edits it and the call that reads it. */
export interface EditableResource {
  targetId: number | string
  path: string
  /** The part of a multipart body that holds the JSON. */
  field?: string
  /**
   * Returns the body of the edit from chosen values; without it, the body is the read values overlaid with the chosen
   * ones.
   */
  bodyOf?: (chosen: Fields) => unknown
  read: () => Promise<Fields>
}

export interface Case {
  targetType: string
  /** Generators of valid values for each field of the form. */
  choices: () => Promise<Record<string, Arbitrary<unknown>>>
  make: () => Promise<EditableResource>
}

export const office = await signedIn({ roles: { SuperAdministrator: {} } })

export async function readAnswer<Body = Fields>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json() as Promise<Body>
}

export const getJson = async <Body = Fields>(path: string) => readAnswer<Body>(await office.fetch('GET', path))
export const postJson = async (path: string, body: unknown) => readAnswer(await office.fetch('POST', path, body))
export const findInList = async (path: string, id: unknown, key = 'id') =>
  (await getJson<Fields[]>(path)).find((one) => one[key] === id) ?? {}

export const toForm = (field: string, body: unknown, file?: File) => {
  const form = new FormData()
  form.set(field, JSON.stringify(body))
  if (file) form.set('file', file)
  return form
}

export const pick = (...values: unknown[]) => fc.constantFrom(...values)
export const some = (...ids: number[]) => fc.subarray(ids)
export const text = pick('Ö', 'Grundkurs "1"', "O'Hara {{x}}", '100 %')
export const note = pick(null, 'Ta med hjälm', '<p>Hej</p>')
export const whole = pick(null, 1, 12)
export const flag = fc.boolean()
export const kronor = pick(0, 120.5, 900)
export const questions = pick([], [{ id: 1, text: 'Allergi?', type: 'yesno', options: [], required: true }])
export const moment = (from: number) => pick(inDays(from).toISOString(), inDays(from + 0.1).toISOString())
export const educator = await signedIn({ roles: { Educator: {} } })
export const responsible = some(office.id, educator.id)

/** Generators that always return the present value of each field. */
export const constants = (of: object) =>
  Object.fromEntries(Object.entries(of).map(([name, one]) => [name, fc.constant(one)]))
