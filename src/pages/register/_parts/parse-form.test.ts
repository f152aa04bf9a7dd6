import { expect, test } from 'vitest'
import { AccountEmail, NewAccount } from '#api/people/own-accounts/contract.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { parseForm } from './parse-form.ts'

const refusals = translator('sv', 'refusals')

function listFields(work: () => unknown): Record<string, string> {
  try {
    work()
  } catch (error) {
    if (error instanceof Refused) return error.details.fields ?? {}
  }
  return {}
}

test('an address is empty or malformed, at its field', () => {
  expect(listFields(() => parseForm(AccountEmail, { email: '' }, refusals))).toEqual({
    email: refusals('invalid.empty'),
  })
  expect(listFields(() => parseForm(AccountEmail, { email: 'signe' }, refusals))).toEqual({
    email: refusals('invalid.format.email'),
  })
})

test('each missing field of the form is named', () => {
  const fields = listFields(() => parseForm(NewAccount, { proof: 'x', birthDate: '14 juni' }, refusals))
  expect(fields).toMatchObject({ birthDate: refusals('invalid.format.date'), firstName: refusals('invalid.empty') })
  expect(Object.keys(fields)).toContain('acceptsTerms')
})
