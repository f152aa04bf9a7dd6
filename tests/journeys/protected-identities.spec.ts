import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

interface ListedPerson {
  name: string
  path: string
}

/** Returns a person of the administrator's own district who is in the list. */
async function somebodyListed(page: Page): Promise<ListedPerson> {
  const link = page
    .getByRole('region', { name: 'Användare' })
    .getByRole('link')
    .and(page.locator('[href^="/profile/"]'))
  const name = ((await link.first().textContent()) ?? '').trim()
  return { name, path: (await link.first().getAttribute('href')) ?? '' }
}

const rowsLeadingTo = (page: Page, { path }: ListedPerson) => page.getByRole('main').locator(`a[href="${path}"]`)

/** Expects that neither the list nor the search finds the person by full name. */
async function expectHidden(page: Page, chosen: ListedPerson): Promise<void> {
  await page.goto(`/users?text=${encodeURIComponent(chosen.name)}`)
  await expect(page.getByRole('heading', { name: 'Användare' })).toBeVisible()
  await expect(rowsLeadingTo(page, chosen)).toHaveCount(0)
  await page.goto(`/search?q=${encodeURIComponent(chosen.name)}`)
  await expect(page.getByRole('heading', { name: 'Sök' }).first()).toBeVisible()
  await expect(rowsLeadingTo(page, chosen)).toHaveCount(0)
}

const openMenu = async (page: Page, { name }: ListedPerson) =>
  page.getByRole('button', { name: `Åtgärder för ${name}` }).click()

test.describe('a protected identity', () => {
  test.use({ expectedErrors: ['400', '404', 'PUT /User/:id/protection'] })
  test('is marked with a reason by a superadministrator, hidden from an administrator, and lifted again', async ({
    page,
  }) => {
    await signIn(page, 'administrator', '/users')
    const chosen = await somebodyListed(page)

    await signIn(page, 'superadmin', chosen.path)
    await openMenu(page, chosen)
    await page.getByRole('menuitem', { name: 'Skydda identiteten' }).click()
    const dialog = page.getByRole('dialog', { name: `Skydda identiteten för ${chosen.name}?` })
    await dialog.getByRole('button', { name: 'Skydda identiteten' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await dialog.getByRole('textbox', { name: 'Skäl' }).fill('Beslut om sekretessmarkering')
    await dialog.getByRole('button', { name: 'Skydda identiteten' }).click()
    await expect(page.getByText('Identiteten är skyddad.')).toBeVisible()
    await expect(page.getByText('Skyddad identitet', { exact: true })).toBeVisible()
    await inspected(page, 'protected-identity')

    await signIn(page, 'administrator', '/users')
    await expectHidden(page, chosen)
    expect((await page.goto(chosen.path))?.status()).toBe(404)

    await signIn(page, 'superadmin', `/users?text=${encodeURIComponent(chosen.name)}`)
    await rowsLeadingTo(page, chosen).first().click()
    await expect(page.getByRole('heading', { name: chosen.name })).toBeVisible()
    await openMenu(page, chosen)
    await page.getByRole('menuitem', { name: 'Sök namnet i fritext' }).click()
    const mentions = page.getByRole('dialog', { name: `Fritext som nämner ${chosen.name}` })
    await expect(mentions.getByText('Ingen fritext nämner personen.')).toBeVisible()
    await expectAccessible(page)
    await mentions.getByRole('button', { name: 'Stäng' }).click()

    await openMenu(page, chosen)
    await page.getByRole('menuitem', { name: 'Häv skyddet' }).click()
    const lifting = page.getByRole('dialog', { name: `Häva skyddet för ${chosen.name}?` })
    await expectAccessible(page)
    await lifting.getByRole('button', { name: 'Häv skyddet' }).click()
    await expect(page.getByText('Skyddet är hävt.')).toBeVisible()

    await signIn(page, 'administrator', `/users?text=${encodeURIComponent(chosen.name)}`)
    await expect(rowsLeadingTo(page, chosen).first()).toBeVisible()
  })

  test('is asked about in English too', async ({ page, portal }) => {
    await signIn(page, 'superadmin', '/profile/5')
    await page.request.post(`${portal.origin}/language`, {
      form: { language: 'en', returnUrl: '/profile/5' },
      headers: { origin: portal.origin },
    })
    await page.goto('/profile/5')
    await page.getByRole('button', { name: 'Actions for Sara Lindgren' }).click()
    await page.getByRole('menuitem', { name: 'Protect the identity' }).click()
    const dialog = page.getByRole('dialog', { name: 'Protect the identity of Sara Lindgren?' })
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeVisible()
    await expect(dialog.getByText('Name, email, phone, club and register id are hidden')).toBeVisible()
    await expectAccessible(page)
  })
})
