import type { BrowserContext, Page } from '@playwright/test'
import { readMailText, type SmtpServer } from '../smtp-server.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'

// Axe runs in both themes.
test.describe.configure({ timeout: 240_000 })

async function readCode(mailServer: SmtpServer, address: string): Promise<string> {
  const find = () =>
    mailServer.mails
      .filter(({ to }) => to === address)
      .map((mail) => /Din kod är (\d{6})/.exec(readMailText(mail))?.[1])
      .at(-1) ?? ''
  await expect.poll(find, { timeout: 30_000 }).not.toBe('')
  return find()
}

/** Opens the phone: on the device itself, or beside a wide window that shows the code. */
async function openPhone(page: Page, context: BrowserContext, isPhone: boolean): Promise<Page> {
  if (isPhone) {
    await page.getByRole('link', { name: 'Öppna appen på den här enheten' }).click()
    return page
  }
  const opening = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Läs av koden med provtelefonen' }).click()
  return opening
}

async function identify(phone: Page, number: string, lastName?: string): Promise<void> {
  await phone.getByRole('textbox', { name: 'Personnummer' }).fill(number)
  if (lastName) {
    await phone.getByRole('textbox', { name: 'Förnamn' }).fill('Signe')
    await phone.getByRole('textbox', { name: 'Efternamn' }).fill(lastName)
  }
  await phone.getByRole('button', { name: 'Identifiera' }).click()
}

test('somebody creates an account with an electronic identification, and signs in with it', async ({
  page,
  context,
  mailServer,
  baseURL,
}, { project }) => {
  const isPhone = project.name === 'phone'
  const [email, number] = [`signe-eid-${project.name}@elsewhere.example`, isPhone ? '199106141101' : '199106141102']
  await context.addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
  await page.goto('/register?returnUrl=%2Feducations')
  await inspected(page, 'register-choices')
  await page.getByRole('link', { name: 'Skapa konto med provlegitimation' }).click()
  await expect(page.getByRole('heading', { name: 'Skapa konto med provlegitimation' })).toBeVisible()
  if (!isPhone) await expect(page.getByRole('img', { name: 'QR-kod att läsa av med appen' })).toBeVisible()
  await inspected(page, 'register-identification')
  await identify(await openPhone(page, context, isPhone), number, 'Ekdahl')

  await expect(page.getByText('Du är identifierad som Signe Ekdahl.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Skapa konto med provlegitimation' })).toHaveCount(0)
  await inspected(page, 'register-identified')
  // The history of a shared computer brings nothing of it back.
  expect((await page.reload())?.headers()['cache-control']).toBe('no-store')
  await page.getByRole('textbox', { name: 'E-postadress' }).fill(email)
  await page.getByRole('button', { name: 'Skicka kod' }).click()
  await page.getByLabel('Kod').fill(await readCode(mailServer, email))
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  await expect(page.getByText('Uppgifterna kommer från provlegitimationen.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Skapa konto' }).click()
  await expect(page.getByLabel('Jag har läst hur mina uppgifter används')).toHaveAccessibleDescription(/Bekräfta/)
  await inspected(page, 'register-identified-details')
  await page.getByLabel('Jag har läst hur mina uppgifter används').check()
  await page.getByRole('button', { name: 'Skapa konto' }).click()
  await expect(page.getByText('Logga in med din e-legitimation.')).toBeVisible()
  await inspected(page, 'register-identified-done')

  // The page of the finished form is over: reloaded, it begins again.
  const used = page.url()
  await page.getByRole('link', { name: 'Till inloggningen' }).click()
  await page.goto(used)
  await expect(page.getByText('Identifieringen gäller inte längre')).toBeVisible()
  await page.getByRole('link', { name: 'Börja om' }).click()

  // Somebody who has an account is signed in from here too.
  await page.getByRole('link', { name: 'Skapa konto med provlegitimation' }).click()
  await identify(await openPhone(page, context, isPhone), number)
  await expect(page).toHaveURL(/\/educations(\?|$)/)
})

test('an identification for an account is cancelled', async ({ page, context, baseURL }, { project }) => {
  test.skip(project.name === 'phone', 'there is no code on a phone')
  await context.addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
  await page.goto('/register?returnUrl=%2Feducations')
  await page.getByRole('link', { name: 'Skapa konto med provlegitimation' }).click()
  await expect(page.getByRole('img', { name: 'QR-kod att läsa av med appen' })).toBeVisible()
  await page.getByRole('link', { name: 'Avbryt' }).press('Enter')
  await expect(page).toHaveURL('/register?returnUrl=%2Feducations')
  await expect(page.getByRole('textbox', { name: 'E-postadress' })).toBeVisible()
})

test('somebody else at the same computer ends the identification @once', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
  await page.goto('/register?external=local')
  await identify(await openPhone(page, context, false), '199106141103', 'Lind')
  await expect(page.getByText('Du är identifierad som Signe Lind.')).toBeVisible()
  const left = page.url()
  await page.getByRole('button', { name: 'Det är inte jag' }).click()
  await expect(page.getByRole('link', { name: 'Skapa konto med provlegitimation' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.goto(left)
  await expect(page.getByText('Identifieringen gäller inte längre')).toBeVisible()
})
