import type { Page } from '@playwright/test'
import { subMonths } from 'date-fns'
import type { Certificate } from '#api/participation/certificates/contract.ts'
import { cast } from '#story/people.ts'
import { callAs } from './call-as.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

/** Säkerhet vid banan, which is valid for three years. */
const educationId = 2
const validMonths = 36

/** Completes the education for a person, so that it expires in so many days; negative for one that has expired. */
async function complete(office: Page, userId: number, daysLeft: number): Promise<void> {
  const completedDate = subMonths(Date.now() + daysLeft * 86_400_000, validMonths).toISOString()
  await callAs(office, 'put', `/Educations/${educationId}/results`, [{ userId, completed: true, completedDate }])
}

async function changeToEnglish(page: Page, origin: string): Promise<void> {
  const form = { language: 'en', returnUrl: '/' }
  await page.request.post(`${origin}/language`, { form, headers: { origin } })
  await page.reload()
}

test('an expired certificate says so to anybody, and the profile says what renews it, in both languages', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, 'superadmin')
  await complete(page, cast.external.id, -30)
  await complete(page, cast.guardian.id, 30)
  const { verificationCode } = (await callAs(
    page,
    'get',
    `/user/${cast.external.id}/certificate/${educationId}`,
  )) as Certificate
  const stranger = await browser.newPage({ baseURL: portal.origin })
  await stranger.goto(`/certificate/${verificationCode}`)
  await expect(stranger.getByText('Intyget är äkta men har gått ut')).toBeVisible()
  await expect(stranger.getByText(/^Det gällde till och med \d+ \w+ \d{4}\./)).toBeVisible()
  await inspected(stranger, 'certificate-expired')
  await changeToEnglish(stranger, portal.origin)
  await expect(stranger.getByText('The certificate is genuine but has expired')).toBeVisible()
  await expect(stranger.getByText(/^It was valid until \d+ \w+ \d{4}\./)).toBeVisible()
  await inspected(stranger, 'certificate-expired-en')
  await stranger.close()

  for (const name of ['external', 'guardian'] as const) {
    await page.request.post(`${portal.origin}/language`, {
      form: { language: 'sv', returnUrl: '/' },
      headers: { origin: portal.origin },
    })
    await signIn(page, name, '/profile?tab=educations')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Säkerhet vid banan' }).first()
    const renew = (word: string) => row.getByRole('link', { name: new RegExp(`^${word}: `) })
    await expect(renew('Förnya')).toHaveAttribute('href', `/education/${educationId}`)
    await expect(row).toContainText(name === 'external' ? 'Gick ut' : 'Går ut')
    await inspected(page, `renewal-${name}`)
    await changeToEnglish(page, portal.origin)
    await expect(renew('Renew')).toHaveAttribute('href', `/education/${educationId}`)
  }
})
