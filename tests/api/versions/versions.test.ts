import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import { configurePortal } from '../../configuration.ts'
import { exactCall } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { type Edit, edits, office, toForm, transitions } from './edits.ts'

const names = ['lastChange', 'modified'] as const

interface JsonSchema {
  properties?: Record<string, unknown>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** Returns the field of a request that holds the version the edit began with. */
function versionIn(schema: z.ZodType | undefined): (typeof names)[number] | undefined {
  if (!schema) return undefined
  const written = (shape: JsonSchema): string[] => [
    ...Object.keys(shape.properties ?? {}),
    ...[shape.items ?? [], shape.anyOf ?? []].flat().flatMap(written),
  ]
  const fields = written(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  return names.find((name) => fields.includes(name))
}

const calls = Object.values(contracts).flatMap((contract) => Object.entries<Call>(contract))

const versioned = calls.flatMap(([name, { body, query }]) => {
  const [inBody, inQuery] = [versionIn(body), versionIn(query)]
  const isEdit = name.startsWith('PUT ') && !transitions.includes(name)
  return isEdit && (inBody || inQuery) ? [{ name, field: inBody ?? 'lastChange', isInQuery: inBody === undefined }] : []
})

const fetch = exactCall(office.token)

async function send(edit: Edit, { field, isInQuery }: (typeof versioned)[number], version?: string | null) {
  if (isInQuery) {
    const query = version === undefined ? '' : `?${field}=${encodeURIComponent(version ?? '')}`
    return fetch('PUT', edit.path + query, edit.body)
  }
  const body = { ...(edit.body as object), ...(version !== undefined && { [field]: version }) }
  return fetch('PUT', edit.path, edit.field ? toForm(edit.field, body) : body)
}

beforeEach(() =>
  configurePortal({ features: ['PracticalDriverExamination', 'RoleManagement', 'License', 'UserLicense'] }),
)

test('every edit of something with a version is tested here', () => {
  expect(Object.keys(edits).toSorted()).toEqual(versioned.map(({ name }) => name).toSorted())
})

test('only calls change a state', () => {
  expect(calls.map(([name]) => name)).toEqual(expect.arrayContaining(transitions))
})

test.each(versioned)('$name refuses a missing and an old version, and accepts the stored one', async (call) => {
  const edit = await edits[call.name]?.()
  if (!edit) throw new Error(`write an edit of ${call.name} in edits.ts`)
  for (const version of [undefined, null, '2020-01-01T00:00:00.000Z']) {
    const response = await send(edit, call, version)
    const { code, fields } = await bodyOf<{ code: string; fields?: Record<string, string> }>(response)
    if (response.status === 400) expect(Object.keys(fields ?? {})).toEqual([call.field])
    else expect([version, response.status, code]).toEqual([version, 409, 'changed_meanwhile'])
  }
  const response = await send(edit, call, edit.stored)
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, ''])
})
