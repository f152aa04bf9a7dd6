import { expect, test } from 'vitest'
import { type Feature, features } from '#api/features.ts'
import { servedCalls } from '#api/index.ts'
import { decideAccess, type Screen, screens } from '#screens/screens.ts'
import { createMenu } from '../../src/layouts/menu.ts'
import { configurePortal } from '../configuration.ts'
import { signedIn } from '../portal.ts'

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const person = { id: superadministrator.id, roles: { SuperAdministrator: {} }, passwordExpiryDate: null }
const all: readonly Screen[] = screens

const tried = async (name: string) => {
  const [method = '', path = ''] = name.split(' ')
  const address = path.replace(/:role/g, 'Educator').replace(/:\w+/g, '1')
  const response = await superadministrator.fetch(method, address, method === 'GET' ? undefined : {})
  await response.text()
  return { status: response.status }
}
const callsOf = (feature: Feature) => servedCalls.filter(({ call }) => call.feature === feature)
const screensOf = (feature: Feature) => all.filter((screen) => screen.feature === feature)

test('some calls and screens belong to a feature, as the following tests assume', () => {
  expect(servedCalls.some(({ call }) => call.feature)).toBe(true)
  expect(all.some((screen) => screen.feature)).toBe(true)
})

test.each(features)('switching %s off removes its calls, screens and menu rows', async (feature) => {
  const others = features.filter((one) => one !== feature)
  await configurePortal({ features: others })
  for (const { name } of callsOf(feature)) expect((await tried(name)).status, `${name} while off`).toBe(404)
  for (const screen of screensOf(feature)) {
    expect(decideAccess(screen, person, others), screen.path).toBe('not-found')
    expect(Object.values(createMenu([screen], person, others)).flat(), screen.path).toEqual([])
  }
  await configurePortal({ features: [...features] })
  // A call about a single resource may still return 404 because the resource does not exist.
  for (const { name } of callsOf(feature).filter((served) => !served.name.includes(':')))
    expect((await tried(name)).status, `${name} while on`).not.toBe(404)
  for (const screen of screensOf(feature)) expect(decideAccess(screen, person, features), screen.path).toBe('allow')
})
