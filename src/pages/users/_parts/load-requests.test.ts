import { expect, test } from 'vitest'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { unchecked } from '../../../unchecked.ts'
import { loadRequests } from './load-requests.ts'

const open = { memberships: [], accounts: [] }

/** Submits a decision to a portal that refuses it, or to one that accepts it. */
function submit(fields: Record<string, string>, refusal: Refused | null) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  // Only these of the locals are read here.
  const locals = unchecked<App.Locals>({
    form: async () => form,
    t: (namespace: string) => translator('sv', namespace),
    api: async (call: string) => {
      if (call === 'GET /AccountRequests') return open
      if (refusal) throw refusal
      return {}
    },
  })
  return loadRequests({ locals, request: new Request('https://portal.example', { method: 'POST' }) })
}

test('a refused decision comes back with its reason, and the error leads to its field', async () => {
  const refusal = new Refused('invalid_input', { fields: { reason: 'Fyll i fältet.' } })
  const fields = { account: '7', organization: '20', decision: 'create', reason: 'Samma familj' }
  expect(await submit(fields, refusal)).toMatchObject({
    found: open,
    refused: {
      kind: 'account',
      id: 7,
      decision: 'create',
      reason: 'Samma familj',
      organizationId: 20,
      problem: { fields: [{ name: 'create-account-7', message: 'Fyll i fältet.' }] },
    },
  })
})

test('a person who cannot have the account is an error of the choice in that request', async () => {
  const refusal = new Refused('invalid_input', { fields: { userId: 'Välj en person.' } })
  const loaded = await submit({ account: '7', decision: 'approve', userId: '' }, refusal)
  expect(loaded).toMatchObject({ refused: { problem: { fields: [{ name: 'userId-7' }] } } })
})

test('a decision leads back to the page that it was made on', async () => {
  expect(await submit({ membership: '3', decision: 'decline' }, null)).toEqual({
    redirect: '/users/requests?&decided=declined',
  })
  expect(await submit({ membership: '3', organization: '20', decision: 'approve' }, null)).toEqual({
    redirect: '/organization/20?tab=requests&decided=approved',
  })
})
