import type { Page } from '@playwright/test'
import { eachOf } from './each-of.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Several inspected screens in each test: more than the usual time on a busy machine.
const title = 'Bygg din folkracebil'
const addressOf = async (page: Page) => {
  await page.goto(`/educations?text=${encodeURIComponent(title)}`)
  const link = page.getByRole('main').getByRole('link', { name: title, exact: true }).first()
  return (await link.getAttribute('href')) ?? '/404'
}

test('the learner chooses two days at once, and withdraws from both at once', async ({ page }) => {
  await signIn(page, 'learner')
  await page.goto(await addressOf(page))
  const button = page.getByRole('button', { name: 'Anmäl dig' })
  // The step contains the cards, and both are list items: the last match is the card.
  const card = page
    .getByRole('listitem')
    .filter({ hasText: 'Karlstad' })
    .filter({ hasText: 'Väljs tillsammans med' })
    .filter({ has: button })
    .last()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await card.getByRole('button', { name: 'Anmäl dig' }).click()
  const dialog = page.getByRole('dialog', { name: /^Anmälan till/ })
  await expect(dialog.getByText('De 2 tillfällena väljs tillsammans.')).toBeVisible()
  await expect(dialog.getByText(/700.kr/)).toBeVisible()
  for (const answer of await eachOf(dialog.getByRole('radio', { name: 'Nej' }), 1)) await answer.check()
  await dialog.getByRole('radio', { name: /^Faktura/ }).check()
  await expectAccessible(page)
  await shoot(page, 'tag-sign-up')
  await dialog.getByRole('button', { name: 'Bekräfta anmälan' }).click()
  await expect(page.getByText(/^Du är anmäld till/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Din bokning' })).toHaveCount(2)

  const confirm = page.getByRole('dialog', { name: /^Avanmäla dig från/ })
  const address = page.url()
  await page.goto('/profile?tab=bookings')
  const booked = page.getByRole('listitem').filter({ hasText: 'Bygg din folkracebil' }).first()
  await booked.getByRole('button', { name: 'Avanmäl' }).click()
  await expect(confirm).toContainText('Du avanmäls också från det som hör ihop med tillfället')
  await page.goto(address)
  await page.getByRole('button', { name: 'Avanmäl' }).first().click()
  await expect(confirm).toBeVisible()
  await expect(confirm.getByText(/Du avanmäls också från.*Kursdag 2/)).toBeVisible()
  await confirm.getByRole('button', { name: 'Avanmäl' }).click()
  await expect(page.getByText(/^Du är avanmäld från/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Din bokning' })).toHaveCount(0)
})

test.describe('at the office', () => {
  test.use({ expectedErrors: ['PUT /EducationPartOccasions ApiError', 'status of 409'] })

  test('the office renames a tag and sees its occasions at each occasion', async ({ page }) => {
    await signIn(page, 'superadmin')
    await page.goto(`${await addressOf(page)}/manageEducationParts`)
    const dialog = page.getByRole('dialog', { name: /^Örebro vecka/ })
    await page.getByRole('button', { name: /^Ändra Örebro/ }).click()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Taggens namn' }).fill('Vårhelgen')
    await expectAccessible(page)
    await shoot(page, 'tag-edit')
    await dialog.getByRole('button', { name: 'Spara taggen' }).click()
    await expect(page.getByText('Taggen är sparad.')).toBeVisible()
    const row = page.getByRole('listitem').filter({ hasText: 'Vårhelgen' })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, 'tags')
    await row.getByRole('link').first().click()
    await page.waitForURL(/manageOccasion/)
    const occasion = page.url()
    await page.goto(`${occasion}?tab=details`)
    const tag = page.getByRole('combobox', { name: 'Tagg', exact: true })
    await expect(tag.locator('option:checked')).toHaveText('Vårhelgen')
    await tag.selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(page.getByText('En tagg kan bara ha ett tillfälle av varje delmoment.').first()).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'tag-of-occasion')
    await tag.selectOption('Vårhelgen')
    await page.goto(occasion)
    await expect(page.getByText('Hör ihop med andra tillfällen')).toBeVisible()
    await page.getByRole('button', { name: 'Acceptera cookies' }).click()
    await page.getByRole('button', { name: 'Lägg till' }).click()
    const adding = page.getByRole('dialog', { name: 'Lägg till deltagare' })
    await adding.getByRole('textbox', { name: 'Eller klistra in en lista' }).fill('guardian')
    await adding.getByRole('button', { name: 'Granska listan' }).click()
    await adding.getByRole('button', { name: 'Lägg till 1 person' }).click()
    await page.getByRole('button', { name: /^Ta bort Helena/ }).click()
    const confirmation = page.getByRole('dialog', { name: 'Ta bort Helena Ström?' })
    await expectAccessible(page)
    await shoot(page, 'tag-take-off')
    await confirmation.getByRole('button', { name: 'Alla dagarna' }).click()
    await expect(page.getByText('är borttagen från de andra dagarna också')).toBeVisible()
    await page.getByText('Hör ihop med andra tillfällen').locator('xpath=../..').getByRole('link').first().click()
    await expect(page.getByRole('button', { name: /^Återställ/ })).toBeVisible()
  })
})
