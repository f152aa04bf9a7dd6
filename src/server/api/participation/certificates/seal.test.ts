import { expect, test } from 'vitest'
import { computeSeal } from './seal.ts'

const row = {
  code: '7K3M-Q9TZ-4V0A',
  firstName: 'Anna',
  lastName: 'Karlsson',
  content: '{"educationTitle":"Flaggvakt"}',
  language: 'sv',
  templateVersion: 1,
  completedAt: '2026-04-01T10:00:00.000Z',
  validToOn: null,
}

test('the seal is the same for the same content, and differs when any of it changes', async () => {
  const seal = await computeSeal(row)
  expect(seal).toMatch(/^[0-9a-f]{64}$/)
  expect(await computeSeal({ ...row })).toBe(seal)
  expect(await computeSeal({ ...row, lastName: 'Carlsson' })).not.toBe(seal)
  expect(await computeSeal({ ...row, content: '{"educationTitle":"Flaggman"}' })).not.toBe(seal)
})
