import { expect, test } from 'vitest'
import { servedCalls } from '#api/index.ts'
import { signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { sendRequest } from './test-app.ts'

const idIn = async (response: Response) => (await bodyOf<{ id: number }>(response)).id

test('a personal response is never shared: each of two people gets their own', async () => {
  const [anna, bo] = [await signedIn(), await signedIn()]
  const answers = [
    await sendRequest('/Things/mine', { token: anna.token }),
    await sendRequest('/Things/mine', { token: bo.token }),
  ]
  for (const answer of answers) {
    expect(answer.headers.get('cache-status')).toBe('edge; fwd=bypass')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('cache-tag')).toBeNull()
  }
  expect(await Promise.all(answers.map(idIn))).toEqual([anna.id, bo.id])
})

test('a personal answer is revalidated by its own reader only', async () => {
  const [anna, bo] = [await signedIn(), await signedIn()]
  const etag = (await sendRequest('/Things/mine', { token: anna.token })).headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"/)
  const headers = { 'if-none-match': etag }
  const again = await sendRequest('/Things/mine', { token: anna.token, headers })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await sendRequest('/Things/mine', { token: bo.token, headers })).status).toBe(200)
})

test('polled and secret answers are cached by nobody', async () => {
  const anna = await signedIn()
  const answer = await sendRequest('/Things/secret', { token: anna.token })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('etag')).toBeNull()
})

test('a cached response for members has no personal data, and people with a role neither fill nor read it', async () => {
  const [member, other] = [await signedIn(), await signedIn()]
  const staff = await signedIn({ roles: { Educator: {} } })
  const asStaff = await sendRequest('/Things/members', { token: staff.token })
  expect(await asStaff.json()).toEqual({ asker: staff.id })
  const first = await sendRequest('/Things/members', { token: member.token })
  expect(first.headers.get('cache-status')).toContain('miss')
  expect(await first.json()).toEqual({ asker: null })
  expect((await sendRequest('/Things/members', { token: other.token })).headers.get('cache-status')).toContain('hit')
  const staffAgain = await sendRequest('/Things/members', { token: staff.token })
  expect(staffAgain.headers.get('cache-status')).toBe('edge; fwd=bypass')
  expect(await staffAgain.json()).toEqual({ asker: staff.id })
})

test('a visitor without a session does not get a cached answer', async () => {
  const member = await signedIn()
  await sendRequest('/Things/members', { token: member.token })
  expect((await sendRequest('/Things/members')).status).toBe(401)
})

/** Matches paths that name a person, which are always personal. */
const aboutSomebody = /\/user\/:|:userId|:profileId/i

test('every call that may be cached is a read whose address names no person', () => {
  for (const { name, call } of servedCalls) {
    if (typeof call.cache !== 'object') continue
    expect(name, name).toMatch(/^GET /)
    expect(name, name).not.toMatch(aboutSomebody)
    expect(Object.keys(call.query?.shape ?? {}).join(), name).not.toMatch(/user|person|profile/i)
    expect(call.reply, `${name} is kept, so it must answer JSON`).toBeDefined()
    const isPurged = call.cache.tags.length > 0 || call.cache.seconds <= 30
    expect(isPurged, `${name} is kept for long, so something must purge it`).toBe(true)
    expect(call.cache.audience === 'members' && call.who === 'anyone', `${name}: members sign in`).toBe(false)
    expect(['anyone', 'signedIn'], `${name}: an answer for staff is not shared`).toContain(call.who)
  }
})
