import { type SQL, sql } from 'drizzle-orm'
import type { MailTopic } from './rules.ts'

/**
 * All mails of the outbox without their content: `message_id`, `name` of the template, `user_id` of the recipient,
 * `created_at`, `sent_at` (null while unsent), and `error` of the latest attempt, null while a mail waits or is sent.
 */
export const mailOutcomes = sql`(select message_id, name, user_id, created_at, sent_at, error from outbox_mails)`

/** SQL condition: the person has declined e-mails about the topic; false by default. `userId` is SQL for the id. */
export const hasDeclined = (userId: SQL, topic: MailTopic) => sql<number>`exists (
  select 1 from declined_mails declined_topic where declined_topic.user_id = ${userId} and declined_topic.topic = ${topic})`
