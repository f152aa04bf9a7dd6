import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach } from 'vitest'
import { forgetKeptAnswers } from './portal.ts'

// The runtime is kept from file to file; what the one before stored is not.
await reset()
await applyD1Migrations(env.DB, env.MIGRATIONS)

/** A test that writes straight into the database must not meet an answer that another test left behind. */
beforeEach(forgetKeptAnswers)
