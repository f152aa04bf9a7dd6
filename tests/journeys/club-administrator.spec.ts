import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Axe runs in both themes, which takes time on a busy machine.
test.describe.configure({ timeout: 240_000 })

const consent = { name: 'cookieConsent', value: 'true' }

test('a club administrator finds the club’s invoices on the start page, and downloads one', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, 'orgadmin')
  const invoiced = page.getByRole('region', { name: 'Fakturor till föreningen' })
  await inspected(page, 'club-start-page')
  await invoiced.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/organization\/\d+\?tab=invoices$/)
  const download = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Hämta faktura \d+ som Excel$/ })
    .first()
    .click()
  expect((await download).suggestedFilename()).toMatch(/^faktura_\d+\.xlsx$/)
})

test('a club administrator sees the own mailings on the page of a member', async ({ page, baseURL }) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, 'orgadmin', '/organization')
  const member = page.getByRole('region', { name: 'Medlemmar' }).getByRole('link').first()
  const profile = (await member.getAttribute('href'))?.split('?')[0] ?? ''
  await page.goto(profile)
  const mailings = page.getByRole('region', { name: 'Utskick', exact: true })
  await expect(mailings.getByText('Du har inte skickat något utskick till personen.')).toBeVisible()
  await page.goto(`/outbox/mailing?kind=users&userIds=${/\d+$/.exec(profile)?.[0]}`)
  await page.getByLabel('Ämne').fill('Klubbkväll på torsdag')
  await page.getByRole('textbox', { name: 'Text' }).fill('Kom i tid.')
  await page.getByRole('button', { name: 'Skicka', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Skicka', exact: true }).click()
  await expect(page.getByText('Utskicket skickas.')).toBeVisible()
  await page.goto(profile)
  await expect(mailings.getByRole('link', { name: 'Klubbkväll på torsdag' })).toBeVisible()
  await inspected(page, 'club-person-mailings')
})
