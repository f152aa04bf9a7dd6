import type { Page } from '@playwright/test'
import { clubs } from '#story/clubs.ts'
import { cast } from '#story/people.ts'
import { readMailText, type SmtpServer } from '../smtp-server.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Axe runs in both themes, and passwords are slow to check.
test.describe.configure({ timeout: 240_000 })

const chosen = 'Blåbärspaj-i-juli-2026'
const club = clubs[cast.orgadmin.club]?.name ?? ''
const consentCookie = { name: 'cookieConsent', value: 'true' }

/** Waits for the mail to the address that matches, and returns the group of the pattern. */
async function readMailTo(mailServer: SmtpServer, address: string, pattern: RegExp): Promise<string> {
  const find = () =>
    mailServer.mails
      .filter(({ to }) => to === address)
      .map((mail) => pattern.exec(readMailText(mail))?.[1])
      .at(-1) ?? ''
  await expect.poll(find, { timeout: 30_000 }).not.toBe('')
  return find()
}

async function fillDetails(page: Page, birthDate: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Förnamn' }).fill('Signe')
  await page.getByRole('textbox', { name: 'Efternamn' }).fill('Ekdahl')
  await page.getByLabel('Födelsedatum').fill(birthDate)
  await page.getByLabel('Nytt lösenord').fill(chosen)
  await page.getByLabel('Skriv det nya lösenordet igen').fill(chosen)
}

test('somebody creates an account, signs in and is approved by the club', async ({
  page,
  mailServer,
  baseURL,
}, info) => {
  const email = `signe-${info.project.name}@elsewhere.example`
  await page.context().addCookies([{ ...consentCookie, url: baseURL ?? '' }])
  await page.goto('/katalog/utbildningar?freeSpots=true')
  await page.getByRole('article').getByRole('link').first().click()
  const signUp = page.getByRole('link', { name: /^Anmäl dig: / }).first()
  const chosenDate = (await signUp.getAttribute('href')) ?? ''
  await signUp.click()
  await page.getByRole('link', { name: 'Skapa konto' }).click()
  await expect(page.getByRole('heading', { name: 'Skapa konto' })).toBeVisible()
  await expect(page).toHaveURL(`/register?returnUrl=${encodeURIComponent(chosenDate)}`)
  await inspected(page, 'register-address')
  await page.getByRole('button', { name: 'Skicka kod' }).click()
  await expect(page.getByRole('textbox', { name: 'E-postadress' })).toHaveAccessibleDescription(/Fyll i fältet/)
  await page.getByRole('textbox', { name: 'E-postadress' }).fill(email)
  await page.getByRole('button', { name: 'Skicka kod' }).click()
  await expect(page.getByText(`Ett mejl är på väg till ${email}`)).toBeVisible()
  await inspected(page, 'register-code')

  await page.getByLabel('Kod').fill('000000x')
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  await expect(page.getByText('Koden stämmer inte eller gäller inte längre.')).toBeVisible()
  await page.getByLabel('Kod').fill(await readMailTo(mailServer, email, /Din kod är (\d{6})/))
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  await expect(page.getByRole('textbox', { name: 'Förnamn' })).toBeVisible()
  await inspected(page, 'register-details')

  await fillDetails(page, '1991-06-14')
  await page.getByLabel('Förening').selectOption({ label: club })
  await page.getByRole('button', { name: 'Skapa konto' }).click()
  await expect(page.getByLabel('Jag har läst hur mina uppgifter används')).toHaveAccessibleDescription(/Bekräfta/)
  await expect(page.getByRole('textbox', { name: 'Efternamn' })).toHaveValue('Ekdahl')
  await page.getByLabel('Nytt lösenord').fill(chosen)
  await page.getByLabel('Skriv det nya lösenordet igen').fill(chosen)
  await page.getByLabel('Jag har läst hur mina uppgifter används').check()
  await page.getByRole('button', { name: 'Skapa konto' }).click()
  await expect(page.getByText('Ditt konto är klart')).toBeVisible()
  await inspected(page, 'register-done')

  await page.getByRole('link', { name: 'Till inloggningen' }).click()
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(email)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(chosen)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page).toHaveURL(chosenDate)
  expect(chosenDate).toMatch(/^\/education\/\d+\?educationPartId=\d+&occasion=\d+$/)

  await signIn(page, 'orgadmin', '/organization')
  await page.getByRole('link', { name: /^Ansökningar/ }).click()
  await expect(page.getByRole('heading', { name: 'Vill bli medlem' })).toBeVisible()
  await inspected(page, 'organization-requests')
  await page.getByRole('button', { name: 'Godkänn Signe Ekdahl' }).click()
  await expect(page.getByText('Ansökan är godkänd. Personen får ett mejl.')).toBeVisible()
  await expect(page.getByText('Inga ansökningar väntar')).toBeVisible()
  await readMailTo(mailServer, email, /(har godkänt din medlemsansökan)/)
})

test('a minor waits in English for a guardian, who consents by the mailed link', async ({
  page,
  mailServer,
  portal,
}, info) => {
  const [email, guardian] = [
    `milo-${info.project.name}@elsewhere.example`,
    `helena-${info.project.name}@elsewhere.example`,
  ]
  await page.context().addCookies([{ ...consentCookie, url: portal.origin }])
  const headers = { origin: portal.origin }
  await page.request.post(`${portal.origin}/language`, { form: { language: 'en', returnUrl: '/' }, headers })
  await page.goto('/en/catalogue/courses?freeSpots=true')
  await page.getByRole('article').getByRole('link').first().click()
  const signUp = page.getByRole('link', { name: /^Sign up: / }).first()
  const chosenDate = (await signUp.getAttribute('href')) ?? ''
  await signUp.click()
  await page.getByRole('link', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`/register?returnUrl=${encodeURIComponent(chosenDate)}`)
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await readMailTo(mailServer, email, /Your code is (\d{6})/))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'First name' }).fill('Milo')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Ekdahl')
  await page.getByLabel('Date of birth').fill(`${new Date().getFullYear() - 13}-01-01`)
  await page.getByLabel('I have read how my details are used').check()
  const create = async () => {
    await page.getByLabel(/^New password/).fill(chosen)
    await page.getByLabel('Repeat the new password').fill(chosen)
    await page.getByRole('button', { name: 'Create account' }).click()
  }
  await create()
  const guardianField = page.getByRole('textbox', { name: 'Guardian’s email address' })
  await expect(guardianField).toHaveAccessibleDescription(/under 18 needs a guardian/)
  await inspected(page, 'register-details-en')
  await guardianField.fill(guardian)
  await expect(page.getByLabel('I have read how my details are used')).toBeChecked()
  await create()
  await expect(page.getByText('Your guardian needs to answer')).toBeVisible()
  await inspected(page, 'register-waiting-en')

  const path = await readMailTo(mailServer, guardian, /(\/register\/consent\?token=[\w-]+)/)
  await signIn(page, 'guardian')
  await page.request.post(`${portal.origin}/language`, { form: { language: 'en', returnUrl: '/' }, headers })
  await page.goto(path)
  await expect(page.getByText(/Milo Ekdahl, born/)).toBeVisible()
  await inspected(page, 'consent-en')
  await page.getByRole('button', { name: 'I consent', exact: true }).click()
  await expect(page.getByText(/The account has been created/)).toBeVisible()
  await readMailTo(mailServer, email, /Sign in with the user name (\S+)/)
})

test('the office gives an account to the person whom it belongs to', async ({ page, portal, mailServer, browser }) => {
  await page.context().addCookies([{ ...consentCookie, url: portal.origin }])
  await signIn(page, 'superadmin')
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const headers = { authorization: `Bearer ${token}`, origin: portal.origin }
  const data = { inactive: true, isExternal: false, pageSize: 200 }
  const found = await page.request.post(`${portal.origin}/api/User/filtered`, { headers, data })
  const { items } = (await found.json()) as { items: { id: number; email: string | null; birthDate: string | null }[] }
  // Somebody of the register who has never signed in and is of age.
  const person = items.find(({ email, birthDate }) => email && birthDate && birthDate < '2000')
  const email = person?.email ?? ''
  await page.request.put(`${portal.origin}/api/user/ReactivateInactiveUser/${person?.id}`, { headers })

  const visitor = await (await browser.newContext()).newPage()
  await visitor.context().addCookies([{ ...consentCookie, url: portal.origin }])
  await visitor.goto(`${portal.origin}/register`)
  await visitor.getByRole('textbox', { name: 'E-postadress' }).fill(email)
  await visitor.getByRole('button', { name: 'Skicka kod' }).click()
  await visitor.getByLabel('Kod').fill(await readMailTo(mailServer, email, /Din kod är (\d{6})/))
  await visitor.getByRole('button', { name: 'Fortsätt' }).click()
  await fillDetails(visitor, '2001-02-03')
  await visitor.getByLabel('Jag har läst hur mina uppgifter används').check()
  await visitor.getByRole('button', { name: 'Skapa konto' }).click()
  await expect(visitor.getByText('Kontoret granskar din ansökan')).toBeVisible()
  await visitor.context().close()

  await page.goto('/users/requests')
  await expect(page.getByRole('heading', { name: 'Konton att granska' })).toBeVisible()
  await inspected(page, 'requests')

  // A reason of spaces is none: the form is open again, and the error leads to its field.
  await page.getByLabel('Skapa ny person för Signe Ekdahl').click()
  const reason = page.getByRole('textbox', { name: 'Skäl' })
  await reason.fill('  ')
  await page.getByRole('button', { name: 'Skapa personen Signe Ekdahl' }).click()
  await expect(reason).toHaveAccessibleDescription(/Fyll i fältet/)
  await page.getByRole('alert').getByRole('link').click()
  await expect(reason).toBeFocused()
  await inspected(page, 'requests-refused')

  await page.getByRole('button', { name: 'Godkänn Signe Ekdahl' }).click()
  await expect(page.getByText('Ansökan är godkänd. Personen får ett mejl.')).toBeVisible()
  await readMailTo(mailServer, email, /användarnamnet (\S+)/)
})
