import { type SQL, sql } from 'drizzle-orm'
import type { MailTopic } from './rules.ts'

/** All mails of the outbox by message id, with what became of them and without their content. */
export const mailOutcomes = sql`(select message_id, sent_at, error from outbox_mails)`

/** SQL condition: a person has declined mails of the topic. */
export const hasDeclined = (userId: SQL, topic: MailTopic) => sql<number>`exists (
  select 1 from declined_mails declined_topic where declined_topic.user_id = ${userId} and declined_topic.topic = ${topic})`
