import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/local-portal.ts'
import { openPortal, openStore, type Portal } from '../../tools/portal.ts'
import { expect, findFreePort, test as staged } from './fixtures.ts'
import { expectAccessible, shoot } from './inspect.ts'
import { copyPortalTo } from './template.ts'

/** A portal whose database has lost a table and its configuration. */
const test = staged.extend<object, { lame: Portal }>({
  lame: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use, worker) => {
      const dir = join(root, '.cache', `lame-${worker.parallelIndex}`)
      copyPortalTo(dir)
      const store = await openStore(dir)
      await store.db.batch([
        store.db.prepare('drop table gdpr_contacts'),
        store.db.prepare('delete from portal_configurations'),
      ])
      await store.close()
      const log = join(root, 'test-results', `lame-${worker.parallelIndex}.log`)
      const portal = await openPortal({ dir, port: await findFreePort(), log })
      await use(portal)
      await portal.close()
      rmSync(dir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  portal: ({ lame }, use) => use(lame),
})

test('a failed read on the page about personal data is shown in a box, and the rest of the page works', async ({
  page,
}) => {
  await page.goto('/gdpr')
  await expect(page.getByRole('alert')).toContainText('Något gick fel hos oss.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Personuppgifter & GDPR')
  await expect(page.getByRole('link', { name: 'imy@imy.se' })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'gdpr-failed')
})

test('without a configuration the cookie page shows that, and consent can still be changed', async ({ page }) => {
  await page.goto('/cookies')
  await expect(page.getByRole('alert')).toContainText('No portal configuration found')
  await expect(page.getByRole('button', { name: 'Ändra mina cookie-inställningar' })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'cookies-failed')
})
