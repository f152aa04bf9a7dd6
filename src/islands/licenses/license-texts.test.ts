import { expect, test } from 'vitest'
import type { UserLicense } from '#api/participation/licenses/held/contract.ts'
import { translator } from '#locales/translate.ts'
import { formatAmount, formatBasis, formatPeriod, groupByLicense } from './license-texts.ts'

const t = translator('sv', 'licenses')
const cycle: UserLicense = {
  id: 1,
  userId: 1,
  licenseId: 1,
  licenseName: 'Förarlicens',
  cycleNumber: 1,
  basis: 'earned',
  issued: new Date(0),
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  graceTo: '2026-12-31',
  lateTo: '2027-03-31',
  dormantTo: '2032-03-31',
  status: 0,
  stage: 'active',
  issuedByUserId: null,
  note: null,
  revokedOn: null,
  revokedReason: null,
}

test.each([
  ['active', 'Gäller till och med 31 december 2026'],
  ['late', 'Kan förnyas till och med 31 mars 2027, men gäller inte'],
  ['dormant', 'Vilande. Kan återupptas till och med 31 mars 2032'],
  ['lapsed', 'Gick ut 31 december 2026'],
] as const)('describes a cycle that is %s', (stage, text) =>
  expect(formatPeriod({ ...cycle, stage }, t, 'sv').replaceAll(' ', ' ')).toBe(text),
)

test('the valid cycle comes before the next one, and the rest are history', () => {
  const cycles = [
    { ...cycle, id: 3, cycleNumber: 3, stage: 'coming' as const },
    { ...cycle, id: 2, cycleNumber: 2 },
    { ...cycle, cycleNumber: 1, stage: 'renewed' as const },
  ]
  const [history] = groupByLicense(cycles)
  expect([history?.latest.id, history?.coming?.id, history?.earlier.map(({ id }) => id)]).toEqual([2, 3, [1]])
})

test('the next cycle is described beside the valid one, and a revoked cycle as revoked', () => {
  const coming = { ...cycle, id: 3, cycleNumber: 3, stage: 'coming' as const, validFrom: '2027-01-01' }
  const revoked = { ...cycle, id: 2, cycleNumber: 1, stage: 'revoked' as const }
  const [history] = groupByLicense([coming, { ...cycle, cycleNumber: 2 }, revoked])
  expect([history?.latest.id, history?.coming?.id, history?.earlier.map(({ id }) => id)]).toEqual([1, 3, [2]])
  const reason = { revokedOn: '2026-02-01', revokedReason: 'Fel person' }
  expect(formatBasis({ ...revoked, ...reason }, t, 'sv')).toBe('Återkallad 1 februari 2026: Fel person')
  expect(formatBasis(cycle, t, 'sv')).toBe('Kraven uppfyllda')
  const [only] = groupByLicense([coming])
  expect([only?.latest.id, only?.coming]).toEqual([3, null])
})

test('amounts have a plural form and a decimal comma', () => {
  expect([formatAmount(1, 'hours', t, 'sv'), formatAmount(1.5, 'hours', t, 'sv')]).toEqual(['1 timme', '1,5 timmar'])
})
