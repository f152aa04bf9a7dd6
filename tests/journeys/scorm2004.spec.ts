import { test } from './fixtures.ts'
import { lostAnswers, walkScorm } from './scorm-walk.ts'

test.use({ expectedErrors: lostAnswers })
test('a course of SCORM 2004 is left half-way, resumed in the same place and approved, on a bad connection', async ({
  page,
  portal,
}) => {
  await walkScorm(page, portal, { version: '2004 4th Edition', type: 'scormType' })
})
