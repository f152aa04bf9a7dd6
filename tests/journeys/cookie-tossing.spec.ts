import { courseFrame } from './course-player.ts'
import { expect, test } from './fixtures.ts'
import { currentPart } from './scorm-walk.ts'
import { signIn } from './sign-in.ts'
import { uploadCourse } from './upload-course.ts'

// The page for card payments loads the provider's script, which the tests do not have. A sandboxed page without scripts
// would report the script that unfolds forms.
test.use({ expectedErrors: ['js.stripe.com'], startsUnfolded: false })

/** A course that fills the cookies of the domain shared by all courses, in every way that a script can. */
const tossing = `
  const ways = ['', 'SameSite=None; Secure', 'SameSite=None; Secure; Partitioned']
  const shared = location.hostname.replace(/^[^.]+\\./, '')
  for (const way of ways)
    for (let one = 0; one < 150; one += 1)
      document.cookie = 'toss' + one + '=' + 'x'.repeat(3900) + '; domain=' + shared + '; path=/; max-age=31536000; ' + way
  document.querySelector('h1').textContent = 'Kakorna är kastade'
`

const entries = [
  {
    path: 'index.html',
    content: '<!doctype html><meta charset="utf-8"><title>Kakor</title><h1>Kakor</h1><script src="toss.js"></script>',
  },
  { path: 'toss.js', content: tossing },
]

test('a course that sets 150 cookies blocks neither another course nor the payment', async ({ page, portal }) => {
  // Safari and Firefox always partition such cookies; Chromium does when its user blocks third-party cookies.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true })
  await signIn(page, 'learner')
  const { address, educationPartId } = await currentPart(page)
  await uploadCourse(portal.origin, { educationPartId, entries })
  await page.goto(address)
  await expect(courseFrame(page).getByRole('heading', { name: 'Kakorna är kastade' })).toBeVisible()

  await test.step('the next course opens in the same browser', async () => {
    const next = [
      {
        path: 'index.html',
        content:
          '<!doctype html><meta charset="utf-8"><title>Nästa</title><h1>Nästa</h1><script src="next.js"></script>',
      },
      { path: 'next.js', content: "document.querySelector('h1').textContent = 'Nästa kurs är öppen'" },
    ]
    await uploadCourse(portal.origin, { educationPartId, entries: next })
    await page.goto(address)
    await expect(courseFrame(page).getByRole('heading', { name: 'Nästa kurs är öppen' })).toBeVisible()
  })

  await test.step('no content host refuses the cookies as too large', async () => {
    const content = portal.origin.replace('//localhost', '//payment.content.localhost')
    for (const address of [`${content}/card`, content.replace('payment.', `${'a'.repeat(32)}.`)]) {
      const answer = await page.goto(address)
      expect(answer?.status(), address).not.toBe(431)
    }
  })
})
