import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import { fileReports } from '#api/office/reports/rules.ts'
import fields from '#locales/sv/audit-fields.json' with { type: 'json' }
import values from '#locales/sv/audit-values.json' with { type: 'json' }

const knownFields = new Set(Object.keys(fields))
const server = join(import.meta.dirname, '../..')
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(server, name), 'utf8'))

/** Splits the source between the bracket at `from` and its closing bracket at top-level commas. */
function apart(source: string, from: number): string[] {
  const pieces = ['']
  let depth = 0
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at] ?? ''
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    if (depth === 0) break
    if (sign === ',' && depth === 1) pieces.push('')
    else if (at > from) pieces[pieces.length - 1] += sign
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
}

/** The names that an object written out gives its values, those of objects within it too. */
function namesIn(literal: string): string[] {
  if (!literal.startsWith('{')) return []
  return apart(literal, 0).flatMap((piece) => {
    const [, name, value = ''] = /^(\w+)(?:\s*:\s*([\s\S]*))?$/.exec(piece) ?? []
    return name ? [name, ...namesIn(value)] : []
  })
}

const inRecords = sources.flatMap((source) =>
  [...source.matchAll(/\brecordAudit(?:When)?\(/g)].flatMap(({ index, 0: call }) =>
    apart(source, index + call.length - 1)
      .filter((argument) => !/^\{ type: /.test(argument))
      .flatMap(namesIn),
  ),
)

test('every field that a record names has a name in the log', () => {
  const recordedFields = new Set(inRecords)
  expect(recordedFields.size).toBeGreaterThan(60)
  expect([...recordedFields].filter((name) => !knownFields.has(name)).sort()).toEqual([])
})

/** Of these the log keeps what was sent, or what differs from what was there. */
const keptWhole = [
  'POST /DisturbanceMessage',
  'PUT /EducationPartsPracticalDriverExam/:id',
  'PUT /EducationCategory',
  'PUT /Educations',
  'PUT /EducationParts',
  'PUT /Educations/:id/results',
  'PUT /EducationRole',
  'PUT /gdpr',
  'PUT /User/integrationaccounts/:id',
  'PUT /Licenses',
  'PUT /Media',
  'PUT /EducationPartOccasions',
  'PUT /OtherRequirement',
  'POST /OtherRequirement/results',
  'PUT /PortalConfiguration',
  'PUT /OutsideActivities',
  'POST /user/:id/ReportedActivities',
  'PUT /tag/:id',
  'POST /authentication/CreateExternalUser',
  'PUT /user/edit/:id',
]
/** Request fields that control a save and are no data of the saved thing. */
const steers = new Set(['lastChange', 'removePicture', 'tellsParticipants', 'password', 'uploadId'])

function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]) =>
    key === 'properties' && typeof inner === 'object' && inner !== null
      ? [...Object.keys(inner), ...propertiesOf(Object.values(inner))]
      : propertiesOf(inner),
  )
}

test('every field that can be changed has a name in the log', () => {
  const calls = new Map<string, Call>(Object.values(contracts).flatMap((slice) => Object.entries(slice)))
  for (const name of keptWhole) {
    const body = calls.get(name)?.body
    const sent = body ? propertiesOf(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' })) : []
    expect(sent.length, name).toBeGreaterThan(0)
    expect(
      sent.filter((field) => !knownFields.has(field) && !steers.has(field)),
      name,
    ).toEqual([])
  }
})

/** The codes that a shape knows for each of its fields: `type.0`, `roles.Educator`. */
function codesOf(schema: unknown, field = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'enum' in schema && Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : []
  const codes = own.filter((code) => (typeof code === 'string' && code !== '') || typeof code === 'number')
  const within = Object.entries(schema).flatMap(([key, inner]) =>
    key === 'properties' && typeof inner === 'object' && inner !== null
      ? Object.entries(inner).flatMap(([name, shape]) => codesOf(shape, name))
      : codesOf(inner, field),
  )
  return [...codes.map((code) => `${field}.${code}`), ...within]
}

test('every code that can be chosen has a text in the log', () => {
  const calls = new Map<string, Call>(Object.values(contracts).flatMap((slice) => Object.entries(slice)))
  const codes = new Set(
    keptWhole.flatMap((name) => {
      const body = calls.get(name)?.body
      return body ? codesOf(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' })) : []
    }),
  )
  expect(codes.size).toBeGreaterThan(20)
  expect([...codes].filter((code) => !(code in values)).sort()).toEqual([])
})

test('every report that can be downloaded has a name in the log', () => {
  const reports = [...fileReports, 'exportParticipants']
  expect(reports.filter((report) => !(`report.${report}` in values))).toEqual([])
})
