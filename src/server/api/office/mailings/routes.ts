import { serve } from '#api/serve.ts'
import { mailingCalls } from './contract.ts'
import { listPlaceHistory } from './list-history.ts'
import { previewMailing, sendTest } from './preview.ts'
import { receiveMailingFile } from './receive-file.ts'
import { listMailings } from './storage.ts'
import { createDraft, discardDraft, editDraft, getDraft, listOwnDrafts } from './write-draft.ts'
import { cancelMailing, createMailing, resendFailed } from './write-mailing.ts'

export const routes = serve(mailingCalls, {
  'POST /Mailings/preview': ({ body }, ctx) => previewMailing(ctx, body),
  'POST /Mailings/test': ({ body }, ctx) => sendTest(ctx, body),
  'POST /Mailings': ({ body }, ctx) => createMailing(ctx, body),
  'GET /Mailings': async ({ query }, ctx) => ({
    ...(await listMailings(ctx, query)),
    page: query.page,
    pageSize: query.pageSize,
  }),
  'GET /Mailings/history': ({ query }, ctx) => listPlaceHistory(ctx, query),
  'PUT /Mailings/:id/cancel': ({ params }, ctx) => cancelMailing(ctx, params.id),
  'POST /Mailings/:id/resend': ({ params }, ctx) => resendFailed(ctx, params.id),
  'POST /Mailings/files': ({ file }, ctx) => receiveMailingFile(ctx, file),
  'GET /Mailings/drafts': (_input, ctx) => listOwnDrafts(ctx),
  'GET /Mailings/drafts/:id': ({ params }, ctx) => getDraft(ctx, params.id),
  'POST /Mailings/drafts': ({ body }, ctx) => createDraft(ctx, body),
  'PUT /Mailings/drafts/:id': ({ params, body }, ctx) => editDraft(ctx, params.id, body),
  'DELETE /Mailings/drafts/:id': ({ params }, ctx) => discardDraft(ctx, params.id),
})
