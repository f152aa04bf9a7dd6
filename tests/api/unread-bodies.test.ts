import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { signedIn } from '../portal.ts'

const json = {
  sv: 'Begäran gick inte att läsa. Den ska vara skriven som JSON.',
  en: 'The request could not be read. It has to be written as JSON.',
}
const form = {
  sv: 'Begäran gick inte att läsa. Den ska vara ett formulär (multipart/form-data).',
  en: 'The request could not be read. It has to be a form (multipart/form-data).',
}

const office = await signedIn({ roles: { SuperAdministrator: {} } })

const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  exports.default.fetch(`http://portal.test/api${path}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${office.token}`, ...headers },
  })

const partOf = (name: string, text: string) => {
  const parts = new FormData()
  parts.append(name, text)
  return parts
}

const asJson = { 'content-type': 'application/json' }
const asForm = { 'content-type': 'multipart/form-data; boundary=here' }

test.each([
  ['JSON that breaks off', 'body', json, () => send('/Events', '{"content":', asJson)],
  ['a text that is none', 'body', json, () => send('/Events', 'Hej', asJson)],
  ['a part that is none', 'education', json, () => send('/Educations', partOf('education', 'Hej'))],
  ['a form that breaks off', 'body', form, () => send('/Educations', '--here\r\nHej', asForm)],
])('%s is refused in the reader’s language', async (_, field, texts, sent) => {
  const response = await sent()
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 'invalid_input', fields: { [field]: texts.sv } },
  ])
})

test('in English to a reader of English', async () => {
  const english = { ...asJson, cookie: 'language=en' }
  const refused = async (response: Promise<Response>) => (await response).json()
  expect(await refused(send('/Events', '[', english))).toMatchObject({ fields: { body: json.en } })
  expect(await refused(send('/Educations', 'x', { ...asForm, cookie: 'language=en' }))).toMatchObject({
    fields: { body: form.en },
  })
})

test('a key that is too long is refused with the allowed length', async () => {
  const key = { 'idempotency-key': 'k'.repeat(201) }
  const response = await send('/Events', '{"content":"Hej"}', { ...asJson, ...key })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { fields: { 'Idempotency-Key': 'Skriv högst 200 tecken.' } },
  ])
})
