import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('a learner sees what a licence still asks, chooses a goal and reports an activity', async ({ page }) => {
  await signIn(page, 'learner', '/profile')
  const goals = page.getByRole('region', { name: 'Licensmål' })
  await expect(goals.getByText('2 av 4 krav uppfyllda').first()).toBeVisible()
  await expect(goals.getByRole('link', { name: 'Börja med Webbkurs: Funktionär grund' })).toBeVisible()
  await goals.getByRole('button', { name: 'Välj ett mål' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vilken licens siktar du på?' })
  await dialog.getByRole('radio', { name: 'Domarlicens' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sätt som mål' }).click()
  await expect(goals.getByRole('button', { name: 'Ta bort målet Domarlicens' })).toBeVisible()
  // Half covered by the header, a button would be smaller than the touch target.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'licenses-profile')

  const held = page.getByRole('region', { name: 'Licenser' })
  await held.getByRole('button', { name: 'Rapportera aktivitet' }).click()
  const report = page.getByRole('dialog', { name: 'Rapportera något du har gjort' })
  await report.getByRole('textbox', { name: 'Antal timmar' }).fill('2,5')
  await report.getByRole('button', { name: 'Skicka rapporten' }).click()
  await held.getByText('Rapporterade aktiviteter').click()
  await expect(held.getByText('2,5 timmar')).toBeVisible()
})

test('the office approves a report, makes a licence and gives it to somebody', async ({ page }) => {
  await signIn(page, 'superadmin', '/licenses?tab=reports')
  await page.getByRole('button', { name: 'Godkänn', exact: true }).first().click()
  await expectAccessible(page)

  await page.goto('/license/manage')
  await expect(page).toHaveURL('/licenses/create')
  await page.getByRole('textbox', { name: 'Namn', exact: true }).fill('Speakerlicens')
  await page.getByRole('textbox', { name: 'Lägsta ålder' }).fill('18')
  await expectAccessible(page)
  await shoot(page, 'license-form')
  await page.getByRole('button', { name: 'Skapa licensen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Speakerlicens' })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/licenses?tab=holders&search=Sara+Lindgren')
  await page.getByRole('link', { name: 'Sara Lindgren' }).first().click()
  await page.getByRole('button', { name: 'Utfärda licens' }).click()
  const dialog = page.getByRole('dialog', { name: 'Utfärda en licens för hand' })
  await dialog.getByRole('combobox', { name: 'Licens' }).selectOption({ label: 'Speakerlicens' })
  await dialog.getByRole('textbox', { name: 'Skäl' }).fill('Har speakat i tjugo år')
  await dialog.getByRole('button', { name: 'Utfärda licens' }).click()
  const held = page.getByRole('region', { name: 'Licenser' })
  await expect(held.getByText('Utfärdad för hand: Har speakat i tjugo år')).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await shoot(page, 'license-issued')
})
