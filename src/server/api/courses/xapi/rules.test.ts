import { expect, test } from 'vitest'
import { launchUrl, parsePollSeconds } from './rules.ts'

const launch = {
  agent: { objectType: 'Agent' as const, name: 'Åsa Öst', account: { homePage: 'https://portal.test', name: '7' } },
  format: 'xapi' as const,
  activityId: 'https://courses.test/flaggor?version=1&språk=sv',
  courseUri: 'https://content.test/abc/index.html',
  launchToken: 'token-1',
  endpoint: 'https://portal.test/api/articulate/',
  registration: '5b2f0b7e-0a5c-4f7e-9d5e-1c8c1c0f2a11',
  title: 'Flaggor',
  origins: [],
  signUp: 'standing' as const,
  opensWindows: false,
  pollSeconds: 2,
}
const query = (text: string) => new URL(text).searchParams

test('the URL of the frame contains every launch parameter', () => {
  const parameters = query(launchUrl(launch, { educationPartId: 12 }))
  expect(parameters.get('tincan')).toBe('true')
  expect(parameters.get('auth')).toBe('Bearer token-1')
  expect(parameters.get('activity_id')).toBe(launch.activityId)
  expect(JSON.parse(parameters.get('actor') ?? '')).toEqual(launch.agent)
  expect(parameters.get('educationPartId')).toBe('12')
})

test('a space is %20, because courses decode with decodeURIComponent', () => {
  const address = launchUrl(launch, { educatorArticulateId: 3 })
  expect(address).not.toContain('+')
  expect(address).toContain('auth=Bearer%20token-1')
  expect(query(address).get('educatorArticulateId')).toBe('3')
})

test('preserves the query and the fragment of the manifest', () => {
  const address = launchUrl({ ...launch, courseUri: `${launch.courseUri}?lang=sv#start` }, { educationPartId: 12 })
  expect(query(address).get('lang')).toBe('sv')
  expect(query(address).get('tincan')).toBe('true')
  expect(new URL(address).hash).toBe('#start')
})

test.each([
  [undefined, 2],
  ['', 2],
  ['2', 2],
  ['0.1', 2],
  ['30', 30],
  ['600', 60],
  ['often', 2],
])('RUNNER_POLL_SECONDS = %s asks every %i seconds', (set, seconds) => {
  expect(parsePollSeconds({ RUNNER_POLL_SECONDS: set })).toBe(seconds)
})
