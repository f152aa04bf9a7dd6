import type { Page } from '@playwright/test'
import { eachOf } from './each-of.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { openEducation } from './open-education.ts'
import { signIn } from './sign-in.ts'

async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, name)
}

test('a junior reserves a place, and the guardian pays for it', async ({ page, browser }) => {
  await signIn(page, 'junior')
  const href = await openEducation(page, 'Ungdomsrally prova på')
  await page.getByRole('button', { name: 'Anmäl dig' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Anmälan till/ })
  await expect(dialog.getByText('Din vårdnadshavare betalar')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /^Kort/ })).toHaveCount(0)
  for (const group of await eachOf(dialog.getByRole('group', { name: 'Har du egen hjälm?' }), 1))
    await group.getByRole('radio', { name: 'Ja' }).check()
  await look(page, 'family-junior')
  await dialog.getByRole('button', { name: 'Reservera platsen', exact: true }).click()
  await expect(page.getByText(/Din vårdnadshavare betalar\./).first()).toBeVisible()

  // The page says that the guardian is asked to pay, and offers no other date.
  await expect(page.getByText(/väntar på att en vårdnadshavare betalar/).first()).toBeVisible()
  await expect(page.getByText('Näst på tur')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Gå vidare till/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Anmäl dig' })).toHaveCount(0)
  await page.goto('/')
  const started = page.getByRole('region', { name: 'Påbörjade utbildningar' }).getByRole('listitem')
  await expect(started.filter({ hasText: 'Ungdomsrally prova på' })).toContainText('En plats är reserverad')

  const home = await browser.newPage({ baseURL: new URL(page.url()).origin })
  await signIn(home, 'guardian')
  // The seat stands once on the start page: its card is the next step of the child.
  await expect(home.getByRole('link', { name: /^Betala 250 kr/ })).toHaveCount(1)
  await expect(home.getByText(/^Milo har en reserverad plats på/)).toHaveCount(0)
  await expect(home.getByText(/^Milo kan anmälas till/)).toHaveCount(0)
  await look(home, 'family-unpaid')
  for (const address of ['/calendar?view=list&who=all', '/calendar?view=list&who=6']) {
    await home.goto(address)
    await expect(home.getByRole('link', { name: /^Betala 250 kr/ })).toHaveCount(1)
  }
  await home.goto(`${href}?person=6`)
  await home.getByRole('button', { name: 'Anmäl Milo' }).first().click()
  const another = home.getByRole('dialog', { name: /^Anmäl Milo till/ })
  await expect(another.getByText(/^Milo har redan en plats reserverad/)).toBeVisible()
  await another.getByRole('button', { name: 'Inte nu' }).click()
  await home.goto('/')
  await home
    .getByRole('link', { name: /^Betala 250 kr/ })
    .first()
    .click()
  await expect(home.getByRole('heading', { level: 1, name: 'Betala platsen för Milo' })).toBeVisible()
  // The child has answered, and chosen the date.
  await expect(home.getByRole('group', { name: 'Har du egen hjälm?' })).toHaveCount(0)
  await home.getByRole('radio', { name: /^Kort/ }).check()
  await home.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  await look(home, 'family-request')
  await home.getByRole('button', { name: 'Gå till betalning', exact: true }).click()
  await home.frameLocator('iframe[title="Kortbetalning"]').getByRole('button', { name: 'Betala', exact: true }).click()
  await expect(home.getByRole('heading', { level: 1, name: 'Tack, betalningen är klar' })).toBeVisible({
    timeout: 60_000,
  })
  await home.close()
  await page.goto(href)
  await expect(page.getByText('Anmäld', { exact: true }).first()).toBeVisible()
})
