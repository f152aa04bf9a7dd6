import { setTimeout as after } from 'node:timers/promises'
import { forgeZip } from '#story/forged-zips.ts'
import { toForm } from './client.ts'
import { crowd, office, resultIdsCalled, roundData } from './data.ts'
import type { Run } from './steps.ts'

const { token } = office
const ready = 2

const course = forgeZip([
  { path: 'index.html', content: '<!doctype html><title>Rundan</title>' },
  ...Array.from({ length: 60 }, (_, at) => ({ path: `sidor/${at}.html`, content: `<p>${'x'.repeat(4000)}${at}</p>` })),
])

interface Package {
  id: number
  state: number
  educationPartId: number
}

async function upload({ ask, answers, round }: Run): Promise<Package | null> {
  const { bytes, type } = toForm(
    { request: JSON.stringify({ educationPartId: roundData.partIds.digital }) },
    { name: 'rundan.zip', bytes: course },
  )
  const headers = { 'content-type': type, 'idempotency-key': `${round} package` }
  const answer = await ask({ method: 'POST', path: '/api/Packages', token, body: bytes, headers })
  if (answer.status >= 500) throw new Error(`the package was answered ${answer.status} ${answer.body}`)
  if (answer.status >= 400) return null
  answers.set('package', answer)
  return JSON.parse(answer.body) as Package
}

/** Uploads a course and waits until it is unpacked. */
export async function uploadPackage(play: Run): Promise<void> {
  const { ask, answers, isOver } = play
  const sent = await upload(play)
  while (sent && !isOver()) {
    const answer = await ask({ method: 'GET', path: `/api/Packages/${sent.id}`, token })
    if (answer.status === 200 && (JSON.parse(answer.body) as Package).state === ready)
      return void answers.set('unpacked', answer)
    await after(150)
  }
}

/** Publishes the draft; publishing again changes nothing. */
export async function publish({ ask, answers }: Run): Promise<void> {
  const answer = await ask({ method: 'PUT', path: `/api/Educations/${roundData.draftId}/publish`, token })
  if (answer.status !== 200) throw new Error(`publishing was answered ${answer.status} ${answer.body}`)
  answers.set('published', answer)
}

/** Cancels a sign-up; repeating it gets the same outcome. */
export async function signOff({ ask, answers }: Run, at: number): Promise<void> {
  const { id: userId, token: own } = crowd.called(at)
  const body = [{ userId, resultId: resultIdsCalled[at], canceled: true }]
  const answer = await ask({ method: 'PUT', path: '/api/EducationPartOccasions/results', token: own, body })
  if (answer.status >= 400) throw new Error(`signing off was answered ${answer.status} ${answer.body}`)
  answers.set(`signedOff ${at}`, answer)
}
