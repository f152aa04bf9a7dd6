import { publicPages } from '../../tools/bench/targets.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { listPages } from './list-pages.ts'
import { signIn } from './sign-in.ts'

// Learners walk on a phone; here their pages are looked at in a wide window.

test('each public page is accessible in a wide window', async ({ page, baseURL }) => {
  test.setTimeout(400_000)
  await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
  for (const path of publicPages)
    await test.step(path, async () => {
      await page.goto(path)
      await inspected(page, `public-${path.replaceAll('/', '-')}`)
    })
})

const pagesOf = {
  learner: listPages('learner'),
  guardian: ['/', '/educations', '/education/19', '/calendar', '/profile'],
}

for (const reader of ['learner', 'guardian'] as const)
  test(`each page of a ${reader} is accessible in a wide window`, async ({ page, baseURL }) => {
    test.setTimeout(400_000)
    await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
    await signIn(page, reader)
    expect(pagesOf[reader].length).toBeGreaterThan(4)
    for (const path of pagesOf[reader])
      await test.step(path, async () => {
        await page.goto(path)
        await inspected(page, `${reader}-${path.replaceAll('/', '-')}`)
      })
  })
