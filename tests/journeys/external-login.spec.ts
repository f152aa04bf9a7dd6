import type { Page } from '@playwright/test'
import { cast, toPersonalNumber } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

const status = (page: Page) => page.locator('[data-status]')

async function begin(page: Page): Promise<void> {
  await page.goto('/login?returnUrl=%2Feducations')
  await page.getByRole('link', { name: 'Använd provlegitimation' }).click()
}

/** Answers on the page that plays the phone. */
async function answer(phone: Page, number: string): Promise<void> {
  await phone.getByRole('textbox', { name: 'Personnummer' }).fill(number)
  await phone.getByRole('button', { name: 'Identifiera' }).click()
}

test('a person signs in with the phone and reaches the requested page', async ({ page, context }, { project }) => {
  await begin(page)
  if (project.name === 'phone') {
    await page.getByRole('link', { name: 'Öppna appen på den här enheten' }).click()
    await expectAccessible(page)
    await shoot(page, 'external-login-app')
    await answer(page, toPersonalNumber(cast.learner))
  } else {
    await expect(page.getByRole('img', { name: 'QR-kod att läsa av med appen' })).toBeVisible()
    await expect(status(page)).toHaveText('Starta BankID-appen och läs av QR-koden.')
    await expectAccessible(page)
    await shoot(page, 'external-login')
    const opening = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Läs av koden med provtelefonen' }).click()
    const phone = await opening
    await expect(status(page)).toHaveText('Skriv in din säkerhetskod i BankID-appen och välj Identifiera.')
    await answer(phone, toPersonalNumber(cast.learner))
  }
  await expect(page).toHaveURL(/\/educations(\?|$)/)
})

test('an identification is removed by its owner, and another one is connected and signs in', async ({ page }, {
  project,
}) => {
  test.skip(project.name === 'wide', 'the shorter way is the phone’s')
  const number = '199407079876'
  await signIn(page, 'external', '/profile?tab=account')
  await page.getByRole('link', { name: 'E-legitimation' }).click()
  await page.getByRole('button', { name: 'Koppla bort' }).click()
  await expect(page.getByText('E-legitimationen är bortkopplad.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await shoot(page, 'external-login-connect')
  await page.getByRole('link', { name: 'Koppla e-legitimation' }).click()
  await page.getByRole('link', { name: 'Öppna appen på den här enheten' }).click()
  await answer(page, number)
  await expect(page.getByText('E-legitimationen är kopplad till ditt konto.')).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await begin(page)
  await page.getByRole('link', { name: 'Öppna appen på den här enheten' }).click()
  await answer(page, number)
  await expect(page).toHaveURL(/\/educations(\?|$)/)
})

test('a code is cancelled and requested again', async ({ page }, { project }) => {
  test.skip(project.name === 'phone', 'there is no code on a phone')
  await begin(page)
  await expect(page.getByRole('img', { name: 'QR-kod att läsa av med appen' })).toBeVisible()
  await page.getByRole('link', { name: 'Avbryt' }).press('Enter')
  await expect(page).toHaveURL('/login?returnUrl=%2Feducations')
  await page.getByRole('link', { name: 'Använd provlegitimation' }).press('Enter')
  await expect(page.getByRole('img', { name: 'QR-kod att läsa av med appen' })).toBeVisible()
})

test.describe('an unknown person', () => {
  test.use({ expectedErrors: ['POST /ExternalLogin/result/:x'] })

  test('is informed, with an alternative', async ({ page }, { project }) => {
    test.skip(project.name === 'wide', 'the shorter way is the phone’s')
    await begin(page)
    await page.getByRole('link', { name: 'Öppna appen på den här enheten' }).click()
    await answer(page, '199902029999')
    await expect(status(page)).toHaveText('Det finns ingen användare kopplad till din e-legitimation.')
    await expect(page.getByText('be din förening om hjälp')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Försök igen' })).toBeFocused()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await shoot(page, 'external-login-unknown')
  })
})
