import { addDays } from '#api/days.ts'
import { cast, password } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { openEducation } from './open-education.ts'
import { inspectOnce, signInToEnglish } from './sign-in-to-english.ts'
import { seededDay } from './template.ts'

test('in English: courses are searched, sorted and filtered, and an empty result widens itself', async ({
  page,
  portal,
}) => {
  await signInToEnglish(page, 'learner', portal.origin)
  await page.goto('/educations?all=1')
  await page.getByRole('button', { name: 'Accept cookies' }).click()
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(24)
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Soonest date')
  await expect(page).toHaveURL(/order=date/)
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Lowest price')
  await expect(page).toHaveURL(/order=price/)
  await expect(cards.first()).toContainText('Free of charge')
  const field = page.getByRole('combobox', { name: 'Search courses' })
  await field.pressSequentially('flagv')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toContainText('Flaggvakt')
  await page.goto('/educations?text=forarutbidning')
  await expect(page.getByText(/^Nothing has that name\. These come close to/)).toBeVisible()
  await page.goto('/educations?freeSpots=true&city=Ingenstans&text=rally')
  await expect(page.getByText(/^Nothing in your selection matches “rally”/)).toBeVisible()
  await inspectOnce(page, 'courses-widened-en')
  await page.goto('/educations?text=zzzzzz')
  await expect(page.getByText('No courses match')).toBeVisible()
  await inspectOnce(page, 'courses-empty-en')
})

test('in English: each part of the profile has its tab', async ({ page, portal }) => {
  await signInToEnglish(page, 'learner', portal.origin)
  for (const [name, tab] of [
    ['Licences', 'licenses'],
    ['Bookings', 'bookings'],
    ['Courses', 'educations'],
    ['Account', 'account'],
  ] as const) {
    await page.goto(`/profile?tab=${tab}`)
    const current = page.getByRole('main').getByRole('link', { name, exact: true })
    await expect(current.first()).toHaveAttribute('aria-current', 'page')
    await inspectOnce(page, `profile-${tab}-en`)
  }
})

test('in English: an own booking opens from the month, and the calendar is subscribed to', async ({ page, portal }, {
  project,
}) => {
  await signInToEnglish(page, 'learner', portal.origin)
  await page.goto(`/calendar?view=month&date=${addDays(seededDay(), 12)}`)
  if (project.name === 'phone') {
    const title = page.getByText('Flaggvakt racing', { exact: true })
    const own = page.getByRole('main').getByRole('listitem').filter({ has: title }).filter({ hasText: 'Signed up' })
    await expect(own.first()).toBeVisible()
  } else {
    const own = page.getByRole('link', { name: /Signed up: Flaggvakt racing/ }).first()
    const dialog = page.getByRole('dialog', { name: 'Flaggvakt racing' })
    await expect(async () => {
      await own.focus()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('link', { name: 'To the course' })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await inspectOnce(page, 'calendar-dialog-en')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const feeds = page.getByRole('dialog', { name: 'The calendar in your phone' })
  await feeds.getByRole('button', { name: 'Create an address: My courses' }).click()
  const address = await feeds.getByRole('textbox', { name: 'Address: My courses' }).inputValue()
  await expect(feeds.getByRole('link', { name: 'Add My courses to Google' })).toHaveAttribute('href', /cid=webcal/)
  await expect(feeds.getByRole('link', { name: 'Add My courses to Apple' })).toHaveAttribute('href', /^webcal:/)
  await expect(feeds.getByRole('link', { name: 'Add My courses to Outlook' })).toHaveAttribute('href', /outlook/)
  expect((await page.request.get(address)).headers()['content-type']).toContain('text/calendar')
  await inspectOnce(page, 'calendar-subscription-en')
})

test('in English: a course that is not for the person says so first', async ({ page, portal }) => {
  await signInToEnglish(page, 'external', portal.origin)
  await page.goto('/education/4')
  await expect(page.getByRole('main').locator('header').getByText('Not open to external users.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^Continue to/ })).toHaveCount(0)
  await inspectOnce(page, 'education-barred-en')
})

test('in English: what is locked leads to what comes first', async ({ page, portal }) => {
  await signInToEnglish(page, 'learner', portal.origin)
  await openEducation(page, 'Tävlingsledare B')
  await expect(page.getByText('First: Funktionär grund').first()).toBeVisible()
  await page.getByRole('link', { name: 'Funktionär grund' }).first().click()
  await expect(page.getByText('1 of 2 done')).toBeVisible()
  await inspectOnce(page, 'education-begun-en')
})

test('in English: a stranger signs up from the catalogue, and returns to the date after signing in', async ({
  page,
  portal,
}) => {
  await page.request.post(`${portal.origin}/language`, {
    form: { language: 'en', returnUrl: '/login' },
    headers: { origin: portal.origin },
  })
  const paths = [
    ...(await (await page.request.get('/sitemap.xml')).text()).matchAll(/\/en\/catalogue\/course\/[^"<]+/g),
  ]
  const signUp = page.getByRole('link', { name: /^Sign up: / }).first()
  await expect(async () => {
    await page.goto(paths.shift()?.[0] ?? '/404')
    await expect(signUp).toBeVisible({ timeout: 1000 })
  }).toPass()
  const title = (await page.getByRole('heading', { level: 1 }).textContent())?.trim() ?? ''
  await signUp.click()
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Feducation%2F\d+%3FeducationPartId/)
  await page.getByRole('textbox', { name: 'User name' }).fill(cast.learner.userName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/education\/\d+\?educationPartId=\d+&occasion=\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('in English: the check page says that a certificate is replaced or withdrawn', async ({ page, portal }) => {
  await page.request.post(`${portal.origin}/language`, {
    form: { language: 'en', returnUrl: '/login' },
    headers: { origin: portal.origin },
  })
  await page.goto('/certificate/DEM0-0000-0001')
  await expect(page.getByText('The certificate has been replaced')).toBeVisible()
  await inspectOnce(page, 'certificate-replaced-en')
  await page.goto('/certificate/DEM0-0000-0002')
  await expect(page.getByText('The certificate is no longer valid')).toBeVisible()
  await inspectOnce(page, 'certificate-withdrawn-en')
})
