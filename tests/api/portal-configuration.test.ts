import { beforeEach, expect, test } from 'vitest'
import { portalConfigurations } from '#api/foundation/portal-configuration/table.ts'
import { listAuditEntries } from '../audit.ts'
import { configurePortal, plainConfiguration } from '../configuration.ts'
import { createPng as drawnPng } from '../pictures.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

let superadministrator: Person

beforeEach(async () => {
  await configurePortal({})
  superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
})

const read = () => superadministrator.json<{ lastChange: string }>('GET', '/PortalConfiguration')
const save = (body: object) => superadministrator.fetch('PUT', '/PortalConfiguration', body)
const publicly = () => bodyOf<object>(anonymous('GET', '/PortalConfiguration/public'))

test('the public configuration is the saved one without its private fields', async () => {
  const known = await read()
  const response = await save({ ...known, organizationName: 'Motorförbundet', mailFrom: 'portal@motor.se' })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ organizationName: 'Motorförbundet', mailFrom: 'portal@motor.se' })
  expect(await publicly()).toMatchObject({ organizationName: 'Motorförbundet' })
  for (const key of ['mailFrom', 'passwordExpiryDays', 'lastChange']) expect(await publicly()).not.toHaveProperty(key)
  expect((await listAuditEntries('portalConfiguration'))[0]).toMatchObject({
    action: 'portalConfiguration.changed',
    userId: superadministrator.id,
  })
})

test('HTML is stored and served without scripts', async () => {
  const welcomeText = '<h2>Hej</h2><script>run()</script><a href="javascript:run()" onclick="run()">x</a>'
  expect(await (await save({ ...(await read()), welcomeText })).json()).toMatchObject({
    welcomeText: '<h2>Hej</h2><a>x</a>',
  })
  const configuration = { ...plainConfiguration, cookieInformationContent: '<p onclick="run()">Kakor</p>' }
  await database().query.update(portalConfigurations).set({ configuration, changedAt: new Date() })
  await save({ ...(await read()), welcomeText: '' })
  expect(await publicly()).toMatchObject({ cookieInformationContent: '<p>Kakor</p>', welcomeText: '' })
})

test('the second of two who read the same configuration gets a version conflict', async () => {
  const known = await read()
  expect((await save({ ...known, organizationName: 'Den första' })).status).toBe(200)
  const late = await save({ ...known, organizationName: 'Den andra' })
  expect(late.status).toBe(409)
  expect(await late.json()).toMatchObject({ code: 'changed_meanwhile' })
  expect((await save({ ...known, lastChange: null })).status).toBe(409)
  expect(await publicly()).toMatchObject({ organizationName: 'Den första' })
})

test.each([
  ['features', ['Everything']],
  ['googleAnalyticsKey', "G-1');alert('"],
  ['externalLinks', [{ title: 'Osäker', url: 'http://x.example' }]],
  ['externalLinks', [{ title: 'Skript', url: 'javascript:run()' }]],
  ['accentColor', 'red'],
  ['organizationName', ''],
  ['passwordExpiryDays', 0],
])('an invalid %s is refused', async (field, value) => {
  const response = await save({ ...(await read()), [field]: value })
  expect(response.status).toBe(400)
  expect(Object.keys((await bodyOf<{ fields: object }>(response)).fields)[0]).toContain(field)
})

test('nobody but a superadministrator reads or saves the whole configuration', async () => {
  const known = await read()
  const administrator = await signedIn({ roles: { Administrator: {} } })
  expect((await administrator.fetch('GET', '/PortalConfiguration')).status).toBe(403)
  expect((await administrator.fetch('PUT', '/PortalConfiguration', known)).status).toBe(403)
  expect((await anonymous('GET', '/PortalConfiguration')).status).toBe(401)
})

const png = () => new File([drawnPng()], 'logo.png')
const sendLogo = (person: Person, file: File | null) => {
  const form = new FormData()
  form.set('logo', '{}')
  if (file) form.set('file', file)
  return person.fetch('POST', '/PortalConfiguration/logo', form)
}

test('a logo is stored publicly, and is used when the configuration refers to it', async () => {
  const { logoUrl } = await (await sendLogo(superadministrator, png())).json<{ logoUrl: string }>()
  expect((await anonymous('GET', logoUrl.replace(/^\/api/, ''))).headers.get('content-type')).toBe('image/png')
  expect(await publicly()).toMatchObject({ logoUrl: null })
  expect((await save({ ...(await read()), logoUrl })).status).toBe(200)
  expect(await publicly()).toMatchObject({ logoUrl })
})

test('a logo must be a picture, and only the office may upload it', async () => {
  expect((await sendLogo(superadministrator, new File(['<svg onload="run()"/>'], 'logo.png'))).status).toBe(415)
  expect((await sendLogo(superadministrator, null)).status).toBe(400)
  expect((await sendLogo(await signedIn({ roles: { Administrator: {} } }), png())).status).toBe(403)
})

test('de-identification takes at least a year', async () => {
  const refused = await save({ ...(await read()), anonymiseMonths: 11 })
  expect(refused.status).toBe(400)
  expect(Object.keys((await bodyOf<{ fields: object }>(refused)).fields)).toEqual(['anonymiseMonths'])
  expect((await save({ ...(await read()), anonymiseMonths: 12 })).status).toBe(200)
})
