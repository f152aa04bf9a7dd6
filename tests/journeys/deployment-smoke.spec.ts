import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { exampleEnvironment } from '../../tools/deploy/environment.ts'
import { smokeTest } from '../../tools/deploy/smoke.ts'
import { root } from '../../tools/local-portal.ts'
import { openPortal } from '../../tools/portal.ts'
import { expect, findFreePort, test } from './fixtures.ts'
import { copyPortalTo } from './template.ts'

const environment = exampleEnvironment('production')
const folder = join(root, '.cache', 'deployed')

test('the requests after a deployment pass at a whole portal, and name what is wrong at another', async () => {
  copyPortalTo(folder)
  const portal = await openPortal({
    dir: folder,
    port: await findFreePort(),
    log: join(root, 'test-results', 'deployed.log'),
    vars: {
      PORTAL_ORIGIN: `https://${environment.portalHost}`,
      CONTENT_ORIGIN: `https://${environment.contentHost}`,
      PAYMENT_ORIGIN: `https://${environment.paymentHost}`,
    },
  })
  const fetchPage = async (address: string) => {
    const { status, headers, text } = await portal.ask(address)
    return new Response(status === 204 ? null : text, { status, headers })
  }
  try {
    const passed = await smokeTest(environment, { fetchPage, attempts: 1 })
    expect(passed.filter(({ fault }) => fault)).toEqual([])
    expect(passed).toHaveLength(6)
    // The hosts of courses and the portal are swapped, as a wrong route would do.
    const swapped = { ...environment, portalHost: environment.contentHost, contentHost: environment.portalHost }
    const failed = await smokeTest(swapped, { fetchPage, attempts: 1 })
    expect(failed.filter(({ fault }) => fault).map(({ title }) => title)).toContain(
      'the database answers, and the sign-in page is whole',
    )
    const silent = await smokeTest(environment, {
      fetchPage: () => Promise.reject(new Error('no name', { cause: new Error('ENOTFOUND') })),
      attempts: 2,
      pauseMilliseconds: 1,
    })
    expect(silent.map(({ fault }) => fault)).toContain(
      'https://utbildning.example.se/login could not be reached: ENOTFOUND',
    )
  } finally {
    await portal.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
