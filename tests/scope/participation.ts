import { comments } from '#api/participation/comments/table.ts'
import { educationResult, partResult } from '../catalogue.ts'
import { insertCycle } from '../licenses.ts'
import { database, signedIn } from '../portal.ts'
import { insertSubmission } from '../submission.ts'
import { inDays } from '../time.ts'
import type { ScopeCourse } from './federation.ts'

/** Where a person takes part; null means no occasion, or no exam. */
export interface Place {
  clubId: number
  course: ScopeCourse
  occasionId: number | null
  examId: number | null
}

/** A person with one row of every kind that a participant creates. */
export interface Participation extends Place {
  userId: number
  /** Id of the person's guardian. */
  guardianUserId: number | null
  name: string
  isMinor: boolean
  /** Texts that only callers with the person in scope may receive. */
  privateTexts: string[]
  resultId: number
  educationResultId: number
  submissionId: number
  examResultId: number
}

let people = 0

/** Returns personal data with a mark that occurs in no other answer. */
function identity() {
  people += 1
  const mark = `q${String(people).padStart(3, '0')}z`
  return {
    firstName: `Förnamn${mark}`,
    lastName: `Efternamn${mark}`,
    userName: `login-${mark}`,
    email: `post-${mark}@example.se`,
    phone: `070-91919${String(people).padStart(3, '0')}`,
    birthOn: `1971-0${1 + (people % 9)}-${10 + (people % 18)}`,
    externalPersonId: `register-${mark}`,
  }
}

const nowhere = 999_999

/** Signs a new person up for every part of the course, with a submission, a comment, completions and a licence. */
export async function insertParticipation(
  place: Place,
  licenseId: number,
  child = false,
): Promise<Omit<Participation, 'guardianUserId'>> {
  const { course, clubId, occasionId, examId } = place
  const person = { ...identity(), ...(child && { birthOn: '2014-05-01' }) }
  const { id: userId } = await signedIn({ ...person, organizationIds: [clubId] })
  const given = {
    userId,
    educationId: course.educationId,
    signedUpAt: inDays(-20),
    customAnswers: [{ questionId: 1, answer: `Allergisk mot ${person.userName}` }],
  }
  const fee = { feeAtSignUpMinor: 10_000 + people, invoiceRecipientId: clubId }
  const resultId = await partResult({ ...given, ...fee, educationPartId: course.classPartId, occasionId })
  await partResult({
    ...given,
    educationPartId: course.webPartId,
    completed: true,
    completedAt: inDays(-3),
    score: 0.71,
  })
  const handInId = await partResult({ ...given, educationPartId: course.submissionPartId })
  const submissionId = await insertSubmission({
    userId,
    educationId: course.educationId,
    educationPartId: course.submissionPartId,
    educationPartResultId: handInId,
  })
  const examResultId =
    examId === null
      ? nowhere
      : await partResult({ ...given, educationPartId: course.examPartId, practicalDriverExamId: examId })
  const text = `Fråga från ${person.userName}`
  await database()
    .query.insert(comments)
    .values({ educationPartResultId: handInId, userId, text, createdAt: inDays(-1) })
  const completion = { completed: true, completedAt: inDays(-2), signedUpAt: inDays(-20) }
  const educationResultId = await educationResult({ userId, educationId: course.educationId, ...completion })
  await insertCycle({ userId, licenseId, validFromOn: '2026-01-01' })
  return {
    ...place,
    userId,
    name: `${person.firstName} ${person.lastName}`,
    isMinor: child,
    privateTexts: [person.email, person.phone, person.birthOn, person.externalPersonId, person.userName],
    resultId,
    educationResultId,
    submissionId,
    examResultId,
  }
}
