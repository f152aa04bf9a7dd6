import { expect, test } from './fixtures.ts'
import { setFreeSeats } from './free-seats.ts'
import { openEducation } from './open-education.ts'
import { payByCard } from './pay-by-card.ts'
import { signIn } from './sign-in.ts'
import { inspectOnce, signInToEnglish } from './sign-in-to-english.ts'

test('in English: a person joins a queue, leaves it, joins again and pays for the seat that is offered', async ({
  page,
  browser,
  portal,
}) => {
  const office = await browser.newPage({ baseURL: portal.origin })
  await signIn(office, 'superadmin')
  await signInToEnglish(page, 'learner', portal.origin)
  const path = await openEducation(page, 'Banpreparering')
  await setFreeSeats(office, path, 0)

  await page.goto(path)
  const join = page.getByRole('button', { name: 'Join the waiting list' })
  const place = page.getByText('You are number 1 on the waiting list').first()
  await join.first().click()
  await expect(place).toBeVisible()
  await expect(page.getByText('You get an email and a notification when a place becomes free.').first()).toBeVisible()
  await inspectOnce(page, 'queue-joined-en')
  await page.goto('/')
  const queues = page.getByRole('region', { name: 'Waiting lists' })
  await expect(queues).toContainText('You are number')
  await page.goto(path)
  await page.getByRole('button', { name: 'Leave the waiting list' }).click()
  const question = page.getByRole('dialog', { name: /^Leave the waiting list for/ })
  await expect(question).toContainText('If you join again, you will be last.')
  await question.getByRole('button', { name: 'Leave the waiting list' }).click()
  await expect(page.getByText(/^You have left the waiting list for/)).toBeVisible()
  await expect(place).toHaveCount(0)

  await join.first().click()
  await expect(place).toBeVisible()
  await setFreeSeats(office, path, 1)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^A place is yours if you want it/)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await inspectOnce(page, 'queue-offer-en')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^You have been offered a place/ })).toBeVisible()
  await inspectOnce(page, 'queue-offer-dashboard-en')
  await page.getByRole('link', { name: 'Answer the offer' }).click()
  await page.getByRole('button', { name: 'Take the place' }).click()
  const dialog = page.getByRole('dialog', { name: /^Sign up for/ })
  await dialog.getByRole('radio', { name: /^Card/ }).check()
  await dialog.getByRole('checkbox', { name: /I accept the/ }).check()
  await inspectOnce(page, 'queue-accept-en')
  await dialog.getByRole('button', { name: 'Continue to payment', exact: true }).click()
  await payByCard(page)
  await page.goto(path)
  await expect(page.getByText(/^A place is yours if you want it/)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your booking' })).toContainText('Signed up')
  await office.close()
})

test('in English: a certificate is shared by a link, which a stranger checks until it is removed', async ({
  page,
  browser,
  portal,
}) => {
  await signInToEnglish(page, 'learner', portal.origin)
  await page.goto('/profile?tab=educations')
  await page.getByRole('link', { name: 'Share certificates' }).click()
  await page.getByRole('button', { name: 'Make a share link to the certificate for Säkerhet vid banan' }).click()
  const link = page.getByRole('link', { name: /\/certificate\// }).first()
  await expect(page.getByText(/^Shared since/).first()).toBeVisible()
  const address = new URL((await link.getAttribute('href')) ?? '', portal.origin)
  await inspectOnce(page, 'certificate-shares-en')
  const elsewhere = await browser.newContext({ baseURL: portal.origin, locale: 'en-GB' })
  const stranger = await elsewhere.newPage()
  await stranger.request.post(`${portal.origin}/language`, {
    form: { language: 'en', returnUrl: '/' },
    headers: { origin: portal.origin },
  })
  await stranger.goto(address.pathname + address.search)
  await expect(stranger.getByText('The certificate is genuine')).toBeVisible()
  await expect(stranger.getByText('Sara Lindgren')).toBeVisible()
  await inspectOnce(stranger, 'certificate-shared-en')
  await page.getByRole('button', { name: 'Remove the link to the certificate for Säkerhet vid banan' }).click()
  await expect(link).toHaveCount(0)
  await stranger.reload()
  await expect(stranger.getByText('The certificate is genuine')).toBeVisible()
  await expect(stranger.getByText('Sara Lindgren')).toHaveCount(0)
  await elsewhere.close()
})
