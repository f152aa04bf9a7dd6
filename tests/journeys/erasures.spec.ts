import { cast } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('a guardian requests the erasure of a child’s data, and withdraws it', async ({ page }) => {
  await signIn(page, 'guardian', `/profile/${cast.junior.id}?tab=account`)
  const card = page.getByRole('main')
  await expect(card.getByRole('button', { name: /^Hämta uppgifter om ./ })).toBeVisible()
  await card.getByRole('button', { name: 'Begär radering' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Förbundet svarar inom en månad.', { exact: false })).toBeVisible()
  await shoot(page, 'erasure-asking')
  await dialog.getByRole('button', { name: 'Begär radering' }).click()
  await expect(card.getByText(/^Begärt .+ att uppgifterna raderas/)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await card.getByRole('button', { name: 'Ta tillbaka begäran' }).click()
  await expect(card.getByRole('button', { name: 'Begär radering' })).toBeVisible()
})

test('a person exports all data, requests erasure, and is erased by the office', async ({ page, browser, portal }) => {
  await signIn(page, 'external', '/profile?tab=account')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Hämta mina uppgifter' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.json$/)
  await page.getByRole('button', { name: 'Begär radering' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Begär radering' }).click()
  await expect(page.getByText(/^Begärt .+ att uppgifterna raderas/)).toBeVisible()

  const context = await browser.newContext({ locale: 'sv-SE', baseURL: portal.origin })
  const office = await context.newPage()
  await signIn(office, 'superadmin', '/gdpr')
  await office.getByRole('main').getByRole('link', { name: 'Begäran om radering' }).click()
  await expectAccessible(office)
  await expectNoSidewaysScroll(office)
  await shoot(office, 'erasure-register')
  const { firstName, lastName } = cast.external
  await office.getByRole('link', { name: `${firstName} ${lastName}` }).click()
  await expect(office.getByRole('heading', { name: 'Det här händer' })).toBeVisible()
  await expectAccessible(office)
  await expectNoSidewaysScroll(office)
  await shoot(office, 'erasure-preview')
  await office.getByRole('button', { name: 'Radera uppgifterna' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Radera uppgifterna' }).click()
  await expect(async () => {
    await office.reload()
    await expect(office.getByRole('heading', { name: 'Raderad person' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(office.getByRole('heading', { name: 'Det här gjordes' })).toBeVisible()
  await expectAccessible(office)
  await shoot(office, 'erasure-receipt')
  await context.close()

  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login/)
})

test('an administrator reads how every column is handled', async ({ page }) => {
  await signIn(page, 'administrator', '/gdpr')
  await expect(page.getByText('3 år efter det att du senast var medlem', { exact: false })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Så hanteras uppgifterna' }).click()
  await expect(page.getByRole('heading', { name: 'Konto och kontaktuppgifter' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, 'data-map')
})
