import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import { Refused } from '#api/refusals.ts'
import { readCallInput } from './call-input.ts'

const body = z.object({
  subject: z.string().trim().min(1).max(5),
  code: z.string().min(2).optional(),
  ids: z.array(z.int()).min(1).max(2),
  seats: z.int().min(1).max(9),
  fee: z.number().positive(),
  note: z.object({ lines: z.array(z.string()) }).optional(),
  clean: z
    .string()
    .transform((text) => text.replace(/\p{Cc}/gu, ' '))
    .optional(),
  password: z.string().optional(),
})
const fits = { subject: 'Hej', ids: [1], seats: 2, fee: 1 }

async function readInput(overrides: object, language = 'sv') {
  const request = new Request('https://portal.test', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fits, ...overrides }),
  })
  const call = { who: 'anyone', body } as const
  return readCallInput(call, {}, new URLSearchParams(), request, language)
}

const parsedBody = async (overrides: object): Promise<unknown> => (await readInput(overrides)).body

async function refusedFields(overrides: object, language = 'sv') {
  try {
    await readInput(overrides, language)
    return null
  } catch (error) {
    return error instanceof Refused ? error.details?.['fields'] : error
  }
}

test('an empty field is reported as missing, not as too short', async () => {
  expect(await refusedFields({})).toBeNull()
  const empty = { subject: 'Fyll i fältet.', seats: 'Fyll i fältet.' }
  expect(await refusedFields({ subject: '  ', seats: null })).toEqual(empty)
  expect(await refusedFields({ subject: '', seats: undefined })).toEqual(empty)
  expect(await refusedFields({ subject: '' }, 'en')).toEqual({ subject: 'Fill in this field.' })
})

test('a value that is not a number is reported as such', async () => {
  expect(await refusedFields({ seats: '12 st', fee: '500 kr' })).toEqual({
    seats: 'Skriv ett tal med bara siffror.',
    fee: 'Skriv ett tal med bara siffror.',
  })
  expect(await refusedFields({ seats: 4.5 }, 'en')).toEqual({ seats: 'Write a whole number in figures only.' })
})

test('a text with control characters is refused at its field, wherever it is', async () => {
  const reason =
    'Texten innehåller styrtecken, som inte syns och inte kan sparas. Ta bort det som klistrades in och skriv det för hand.'
  expect(await refusedFields({ subject: '\u0001\u0002', note: { lines: ['ren', 'a\u001bb'] } })).toEqual({
    subject: reason,
    'note.lines.1': reason,
  })
  expect(await refusedFields({ subject: 'a\u007f' }, 'en')).toEqual({
    subject:
      'The text contains control characters, which cannot be seen or saved. Delete what was pasted and type it by hand.',
  })
  for (const odd of ['\ufffe', '\uffff', '\u0000', '\u0085'])
    expect(await refusedFields({ subject: `a${odd}` })).toEqual({ subject: reason })
})

test('tabs and line breaks are no control characters, nor are those that the contract replaces', async () => {
  expect(await refusedFields({ note: { lines: ['en\ttvå\r\ntre\n', 'ÅÄÖ 👍🏽 \u200d'] } })).toBeNull()
  expect(await refusedFields({ clean: 'a\u0001b' })).toBeNull()
})

test('what word processors leave in a pasted text is removed, and does not fill a field', async () => {
  const pasted = {
    subject: '\ufeffKurs\u00ad\u200b',
    note: { lines: ['rad\u000bnästa\u2029sista', 'ZWJ \u200d'] },
    password: 'x\u00ady',
  }
  expect(await parsedBody(pasted)).toMatchObject({
    subject: 'Kurs',
    note: { lines: ['rad\nnästa\nsista', 'ZWJ \u200d'] },
    password: 'x\u00ady',
  })
  expect(await refusedFields({ subject: '\u200b\ufeff\u2060' })).toEqual({ subject: 'Fyll i fältet.' })
})

test.each([
  ['lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
])('a body of %s within each other beyond any contract is refused as unreadable', async (_, text) => {
  const call = { who: 'anyone', body: z.unknown() } as const
  const request = new Request('https://portal.test', { method: 'POST', body: text })
  const refusal: unknown = await readCallInput(call, {}, new URLSearchParams(), request, 'sv').catch((error) => error)
  expect(refusal).toMatchObject({ code: 'invalid_input', details: { fields: { body: expect.any(String) } } })
})

test('a value out of range is reported with the limit', async () => {
  expect(await refusedFields({ subject: 'Anslag', code: 'x', ids: [], seats: 10, fee: 0 })).toEqual({
    subject: 'Skriv högst 5 tecken.',
    code: 'Skriv minst 2 tecken.',
    ids: 'Ange minst 1.',
    seats: 'Värdet får vara högst 9.',
    fee: 'Värdet måste vara högre än 0.',
  })
  expect(await refusedFields({ ids: [1, 2, 3], seats: 0 }, 'en')).toEqual({
    ids: 'Give at most 2.',
    seats: 'The value must be at least 1.',
  })
})

const calls = Object.values(contracts).flatMap((contract) => Object.entries<Call>(contract))

test.each(calls.filter(([, { body, multipart, partIsText }]) => body && !(multipart && partIsText)))(
  '%s reports that a body is not valid JSON',
  async (_, call) => {
    const parts = new FormData()
    if (call.multipart) parts.append(call.multipart, '{')
    const request = new Request('https://portal.test', { method: 'POST', body: call.multipart ? parts : '{' })
    // The resource that the path names is read after the body.
    const refusal: unknown = await readCallInput(call, {}, new URLSearchParams(), request, 'sv').catch((error) => error)
    const fields = { [call.multipart ?? 'body']: 'Begäran gick inte att läsa. Den ska vara skriven som JSON.' }
    expect(refusal).toMatchObject({ code: 'invalid_input', details: { fields } })
  },
)
