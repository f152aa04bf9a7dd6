import type { Statement } from '#platform/database.ts'
import type { Visitor } from '../context.ts'
import { queueJob } from '../jobs/storage.ts'
import { notify } from '../notices/storage.ts'

/** What a learner is told about a sign-up: a notice at once, and a mail. */
export type News = 'signUpApproved' | 'signUpRefused' | 'signUpCanceled' | 'partApproved'

interface About {
  result: { id: number; userId: number; educationId: number | null }
  partTitle: string
}

export function announce(ctx: Visitor, news: News, { result, partTitle }: About): Statement[] {
  const path = result.educationId ? `/education/${result.educationId}` : '/profile'
  return [
    notify(ctx, { userId: result.userId, kind: news, values: { title: partTitle }, path }),
    queueJob(ctx, 'results.mail', { news, userId: result.userId, title: partTitle, path }),
  ]
}
