import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('a person with a role starts with pending work, and continues to each list', async ({ page }) => {
  await signIn(page, 'superadmin')
  const queues = page.getByRole('region', { name: 'Väntar på dig' })
  await expect(queues.getByRole('link', { name: 'Anmälningar att godkänna' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'De närmaste sju dagarna' })).toBeVisible()
  await inspected(page, 'office-home')
  await queues.getByRole('link', { name: 'Rader att fakturera' }).click()
  await expect(page).toHaveURL('/invoices')
})

test('the person’s own learning is a tab, and the last choice is stored', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator')
  const tabs = page.getByRole('navigation', { name: 'Startsidans delar' })
  await expect(tabs.getByRole('link', { name: 'Att göra' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Min utbildning' }).click()
  await expect(page).toHaveURL('/?tab=learning')
  await expect(page.getByRole('region', { name: 'Väntar på dig' })).toHaveCount(0)
  await page.goto('/')
  await expect(tabs.getByRole('link', { name: 'Min utbildning' })).toHaveAttribute('aria-current', 'page')
})

test('the pages opened last are listed', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator', '/education/1/manage')
  await page.goto('/')
  await page.getByRole('region', { name: 'Öppnat senast' }).getByRole('link', { name: 'Funktionär grund' }).click()
  await expect(page).toHaveURL('/education/1/manage')
})

test('a learner has no such tab', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'learner')
  await page.goto('/?tab=work')
  await expect(page.getByRole('navigation', { name: 'Startsidans delar' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Väntar på dig' })).toHaveCount(0)
})

test('a club administrator sees what the members are booked on', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'orgadmin')
  await expect(page.getByRole('heading', { name: 'De närmaste sju dagarna' })).toBeVisible()
  await inspected(page, 'office-home-club')
})

test('sign-ups to several occasions are approved in three presses, and declined after a question', async ({ page }) => {
  await signIn(page, 'superadmin', '/myeducations?view=approvals')
  const boxes = page.getByRole('checkbox', { name: /^Välj (?!alla)/ })
  const count = await boxes.count()
  expect(count).toBeGreaterThan(2)
  await inspected(page, 'approvals')
  await page
    .getByRole('button', { name: /^Avböj: / })
    .first()
    .click()
  await expect(page.getByText('Vill du avböja 1 anmälan?')).toBeVisible()
  await page.getByRole('link', { name: 'Avbryt' }).click()
  await boxes.first().check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Godkänn valda' }).click()
  await expect(page.getByText('2 anmälningar är godkända.')).toBeVisible()
  await page
    .getByRole('button', { name: /^Avböj: / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Ja, avböj' }).click()
  await expect(page.getByText('1 anmälan är avböjd.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Välj alla på sidan' }).check()
  await page.getByRole('button', { name: 'Godkänn valda' }).click()
  await expect(page.getByText(/anmälningar? är godkända?\./)).toBeVisible()
})

test('missing results are a list of occasions', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin', '/myeducations?view=missing')
  await expect(page.getByText(/resultat saknas/).first()).toBeVisible()
  await inspected(page, 'missing-results')
})

test('table headings stay visible below the header', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin', '/users')
  await page.setViewportSize({ width: 1440, height: 900 })
  const rows = page.getByRole('main').locator('tbody tr')
  await expect(rows.nth(20)).toBeAttached()
  await page.evaluate(() => scrollTo(0, 1200))
  const head = page.getByRole('columnheader', { name: 'Namn' })
  const bottomOfHeader = () =>
    page.evaluate(() => document.querySelector('#header > *')?.getBoundingClientRect().bottom ?? 0)
  await expect(async () => {
    const box = await head.boundingBox()
    expect(Math.abs((box?.y ?? 0) - (await bottomOfHeader()))).toBeLessThanOrEqual(2)
  }).toPass()
  const tops = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect()).filter(({ top, bottom }) => top > 80 && bottom < 836),
  )
  expect(tops.length).toBeGreaterThanOrEqual(14)
})
