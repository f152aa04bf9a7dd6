import { expect, test } from 'vitest'
import { computeSeal, digestOf, isIntact } from './seal.ts'

const row = {
  code: '7K3M-Q9TZ-4V0A',
  firstName: 'Anna',
  lastName: 'Karlsson',
  content: '{"educationTitle":"Flaggvakt"}',
  language: 'sv',
  templateVersion: 1,
  completedAt: '2026-04-01T10:00:00.000Z',
  validToOn: null,
  logoSha256: 'a'.repeat(64),
  accentColor: '#c8102e',
}

test('the seal is the same for the same content, and differs when any of it changes', async () => {
  const seal = await computeSeal(row)
  expect(seal).toMatch(/^2:[0-9a-f]{64}$/)
  expect(await computeSeal({ ...row })).toBe(seal)
  const changes = [
    { lastName: 'Carlsson' },
    { content: '{"educationTitle":"Flaggman"}' },
    { logoSha256: null },
    { accentColor: '#0b5cad' },
    { templateVersion: 2 },
  ]
  for (const change of changes) expect(await computeSeal({ ...row, ...change })).not.toBe(seal)
})

/** Seal of `row` by version 1, from before seals had versions; it covers neither logo nor colour. */
const ofVersion1 = '2e756c1c15dcab6afd36c3c02405454d3c04a03e7e117ab4da22956a8b62804b'

test('a seal from before seals had versions stays valid, and does not cover the look', async () => {
  const stored = { seal: null, sha256: ofVersion1 }
  expect(digestOf(stored)).toBe(ofVersion1)
  expect(await isIntact({ ...row, ...stored })).toBe(true)
  expect(await isIntact({ ...row, ...stored, accentColor: '#0b5cad' })).toBe(true)
  expect(await isIntact({ ...row, ...stored, lastName: 'Carlsson' })).toBe(false)
})

test('a seal of this version counts before that of an earlier Worker, and one of an unknown version is not valid', async () => {
  const seal = await computeSeal(row)
  expect(await isIntact({ ...row, seal, sha256: null })).toBe(true)
  expect(await isIntact({ ...row, seal, sha256: ofVersion1, accentColor: '#0b5cad' })).toBe(false)
  expect(await isIntact({ ...row, seal: seal.replace('2:', '3:'), sha256: null })).toBe(false)
  expect(await isIntact({ ...row, seal: null, sha256: null })).toBe(true)
})
