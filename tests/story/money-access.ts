/** Access to the calls of invoices and payments, as in `call-access.ts`. */
export const moneyAccess = `
DELETE /Invoices/:id                                                             L F F F F · F F F -
GET /Invoices/:id                                                                L F F F F · F F F -
POST /Invoices/:id/Credit                                                        L F F F F · F F F -
GET /Invoices/Batches                                                            L F F F F · F F F -
POST /Invoices/Batches                                                           L F F F F · F F F -
GET /Invoices/Batches/:id                                                        L F F F F · F F F -
PUT /Invoices/Batches/:id/Booked                                                 L F F F F · F F F -
POST /Invoices/Batches/:id/File                                                  L F F F F · F F F -
POST /Invoices/CreateInvoiceItems                                                L F F F F · F F F -
GET /Invoices/Download                                                           L F F F F · F F F -
GET /Invoices/ExportedInvoices                                                   L F F F F · F F F -
GET /Invoices/ItemsForInvoicing                                                  L F F F F · F F F -
GET /Invoices/Recipients                                                         L F F F F · F F F -
GET /Invoices/Totals                                                             L F F F F · F F F -
GET /Payment/cancellation/occasion/:id                                           L F F F · · F F F -
POST /Payment/Cancel/:id                                                         L · · · · · · F F -
GET /Payment/GetPaymentIframe/:id                                                L · · · · · · F F -
GET /Payment/GetPaymentsForUser/:id                                              L F F F F · F F F ·
GET /Payment/GetReceipt/:id                                                      · · · · · · · F F -
GET /Payment/GetRequest/:id                                                      L · · · · · · F F -
GET /Payment/GetStatus/:id                                                       L · · · · · · F F -
POST /Payment/InitPayment                                                        L · · · · · · F F -
GET /Payment/list                                                                L F F F F · F F F -
POST /Payment/details/:id/receipt                                                L F F F F · F F F -
GET /Payment/details/:id                                                         L F F F F · F F F -
GET /Payment/export                                                              L F F F F · F F F -
GET /Payment/details/:id                                                         L F F F F · F F F -
POST /Payment/OnPaid/:id                                                         F · · · · · · F F -
POST /Payment/refunds                                                            L F F F F · F F F -
PUT /Payment/refunds/:id                                                         L F F F F · F F F -
PUT /Payment/refunds/:id/ask                                                     L F F F F · F F F -
PUT /Payment/refunds/:id/send                                                    L F F F F · F F F -
POST /Payment/RequestFromGuardian                                                L · · · · · · F F -
POST /Payment/StartOver/:id                                                      L · · · · · · F F -
POST /Payment/Webhook                                                            F F F F F F F F F -
`
