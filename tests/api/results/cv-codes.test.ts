import { expect, test } from 'vitest'
import type { CurriculumVitae } from '#api/participation/certificates/contract.ts'
import type { CheckedCv, CvCode } from '#api/participation/certificates/cv-codes/contract.ts'
import { listAuditEntries } from '../../audit.ts'
import { createEducation, educationResult } from '../../catalogue.ts'
import { erasePersonById } from '../../erasing.ts'
import { dayFromNow } from '../../licenses.ts'
import { anonymous, signedIn } from '../../portal.ts'
import { protect, unprotect } from '../../protection.ts'
import { inDays } from '../../time.ts'
import { merge, twoRecords } from '../person-merges/fixtures.ts'

const office = await signedIn({ roles: { SuperAdministrator: {} } })

/** Creates a person with a valid education and one that has expired, and the code of the CV. */
async function createCv() {
  const anna = await signedIn({ firstName: 'Anna', lastName: 'Karlsson' })
  const done = { userId: anna.id, completed: true, completedAt: inDays(-400) }
  for (const [title, days] of [
    ['Flaggvakt', 30],
    ['Depå', -1],
  ] as const) {
    const { id: educationId } = await createEducation([{}], { title })
    await educationResult({ ...done, educationId, validToOn: dayFromNow(days) })
  }
  return { anna, made: await anna.json<CvCode>('POST', '/CvCode') }
}

const call = (code: string, key = '') => anonymous('GET', `/cv/${code}${key && `?key=${key}`}`)
const check = async (code: string, key = '') => (await call(code, key)).json<CheckedCv>()
const keyOf = ({ address }: CvCode) => new URL(address ?? '').searchParams.get('key') ?? ''

test('anybody with the code sees the initials and what is valid today, and no more', async () => {
  const { anna, made } = await createCv()
  expect(made.code).toMatch(/^(\w{4}-){2}\w{4}$/)
  expect(await check(made.code.toLowerCase())).toEqual({
    state: 'valid',
    initials: 'A. K.',
    name: null,
    educations: [{ title: 'Flaggvakt', completedDate: inDays(-400).toISOString(), validTo: dayFromNow(30) }].map(
      (one) => ({
        ...one,
        completedDate: expect.any(String),
      }),
    ),
    functions: [],
    licenses: [],
  })
  expect((await anna.json<CurriculumVitae>('GET', `/user/${anna.id}/cv`)).checkCode).toBe(made.code)
  expect((await call('0000-0000-0000')).status).toBe(404)
})

test('a new code replaces the earlier one, also when the button is pressed twice at once', async () => {
  const { anna, made } = await createCv()
  const shared = await anna.json<CvCode>('POST', '/CvCode/share')
  await Promise.all([1, 2].map(() => anna.json<CvCode>('POST', '/CvCode')))
  const live = await anna.json<CvCode>('GET', '/CvCode')
  expect(live).toMatchObject({ address: null })
  expect(live.code).not.toBe(made.code)
  const nothing = { state: 'replaced', initials: null, name: null, educations: [] }
  expect(await check(made.code, keyOf(shared))).toMatchObject(nothing)
  expect(await check(live.code)).toMatchObject({ state: 'valid' })
  const actions = (await listAuditEntries('user')).filter(({ targetId }) => targetId === String(anna.id))
  expect(actions.map(({ action }) => action).sort()).toEqual([
    'cv.codeRenewed',
    'cv.codeRenewed',
    'cv.codeRenewed',
    'cv.shared',
  ])
})

test('the link of the holder shows the full name until it is revoked, and each code has its own', async () => {
  const [{ anna, made }, other] = [await createCv(), await createCv()]
  const shared = await anna.json<CvCode>('POST', '/CvCode/share')
  expect(await anna.json<CvCode>('POST', '/CvCode/share')).toEqual(shared)
  expect(await check(made.code, keyOf(shared))).toMatchObject({ name: 'Anna Karlsson' })
  expect(await check(made.code)).toMatchObject({ name: null })
  expect(await check(other.made.code, keyOf(shared))).toMatchObject({ name: null })
  expect((await anna.fetch('DELETE', '/CvCode/share')).status).toBe(204)
  expect((await anna.fetch('DELETE', '/CvCode/share')).status).toBe(404)
  expect(await check(made.code, keyOf(shared))).toMatchObject({ name: null })
})

test('a protected identity has no code, and its earlier one never comes back', async () => {
  const { anna, made } = await createCv()
  await protect(office, anna.id)
  expect((await call(made.code)).status).toBe(404)
  expect((await anna.fetch('POST', '/CvCode')).status).toBe(403)
  expect((await anna.json<CurriculumVitae>('GET', `/user/${anna.id}/cv`)).checkCode).toBeNull()
  await unprotect(office, anna.id)
  expect(await check(made.code)).toMatchObject({ state: 'replaced' })
})

test('the code of an erased person is unknown', async () => {
  const { anna, made } = await createCv()
  await erasePersonById(anna.id)
  expect((await call(made.code)).status).toBe(404)
})

test('the code of a merged record shows the person who stays, and a new code ends both', async () => {
  const pair = await twoRecords()
  const [away, stays] = [
    await pair.from.json<CvCode>('POST', '/CvCode'),
    await pair.into.json<CvCode>('POST', '/CvCode'),
  ]
  await merge(pair)
  expect(await check(away.code)).toEqual(await check(stays.code))
  expect(await check(away.code)).toMatchObject({ state: 'valid' })
  await pair.into.json<CvCode>('POST', '/CvCode')
  for (const { code } of [away, stays]) expect(await check(code)).toMatchObject({ state: 'replaced' })
})

test('after a merge the person sees the link of either record, and revokes the links of both', async () => {
  const pair = await twoRecords()
  await pair.from.json<CvCode>('POST', '/CvCode')
  const away = await pair.from.json<CvCode>('POST', '/CvCode/share')
  await pair.into.json<CvCode>('POST', '/CvCode')
  await merge(pair)
  expect(await pair.into.json<CvCode>('GET', '/CvCode')).toMatchObject({ code: away.code, address: away.address })
  expect((await pair.into.fetch('DELETE', '/CvCode/share')).status).toBe(204)
  expect(await pair.into.json<CvCode>('GET', '/CvCode')).toMatchObject({ address: null })
  expect(await check(away.code, keyOf(away))).toMatchObject({ state: 'valid', name: null })
})
