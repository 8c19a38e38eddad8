const customer = { id: '9lq17l5fzq8km641bjj9xzbs' }
const ticket = { number: 'TKFNN3VN8JMBE' }
const chat = { id: '885ojhunrle4xq67bj01s2mf' }
const review = { id: 'ngsnekok4z8815y9foj73332' }
const template = { id: 'op9n9aakx51bk9fp2bl7ejcg' }

export const peopleExamples: Record<string, object> = {
  // customers
  askToEraseCustomer: { id: 'apdnczt3l1ooboy39ybxupxr' },
  changeCustomerCredit: { ...customer, amount: 1500, reason: 'late' },
  endCustomerSessions: customer,
  eraseCustomer: { id: 'apdnczt3l1ooboy39ybxupxr' },
  exportCustomer: customer,
  getCustomer: { id: 'maren@example.com' },
  giveCustomerCoupon: { ...customer, code: 'SORRY10' },
  noteCustomer: { ...customer, body: 'Prefers mail over chat.' },
  removeCustomerNote: { ...customer, note_id: 'ojcv90bxzaqpsosrpnfm3cyw' },
  restoreCustomerNote: { ...customer, note_id: 'ojcv90bxzaqpsosrpnfm3cyw' },
  saveCustomerAddress: {
    ...customer,
    firstname: 'Maren',
    lastname: 'Lindqvist',
    telephone: '+1 207 555 0142',
    country: 'United States',
    address_1: '18 Ropewalk Lane',
    address_2: 'Apt 4',
    city: 'Portland',
    state: 'Maine',
    postcode: '04101',
  },
  // figures
  getCouponSales: { id: 'LINEN15' },
  getFigures: { from: '2026-06-15', to: '2026-06-15' },
  getFiguresCsv: { from: '2026-06-15', to: '2026-06-15' },
  // inbox
  addChatPicture: chat,
  addTemplate: { name: 'Back in stock', area: 'inbox', language: 'en', body: 'It will be back in three weeks.' },
  addTicketPicture: ticket,
  answerStaffChat: { ...chat, body: 'It is, twice.', pictures: ['zaeg5drxvcccfn355aohv40m'] },
  answerStaffTicket: {
    ...ticket,
    body: 'In three weeks; we will write to you.',
    pictures: ['y8gpl8ro9q30lxpe4lwly7gt'],
  },
  assignChat: { ...chat, assignee: 'i20ksweus43ps5jiicl5f0ja' },
  assignTicket: { ...ticket, assignee: 'i20ksweus43ps5jiicl5f0ja' },
  attendChat: { minutes: 60 },
  closeChat: chat,
  closeStaffTicket: ticket,
  editTemplate: { ...template, body: 'It will be back in two weeks.' },
  getChatPicture: { ...chat, picture: 'zaeg5drxvcccfn355aohv40m' },
  getStaffChat: chat,
  getStaffTicket: ticket,
  getTemplate: template,
  getTicketPicture: { ...ticket, id: 'y8gpl8ro9q30lxpe4lwly7gt' },
  listInbox: { kind: 'ticket' },
  listTemplates: { area: 'inbox' },
  noteChat: { ...chat, body: 'Asked before about the trousers.' },
  noteTicket: { ...ticket, body: 'Asked the mill.' },
  removeTemplate: template,
  reopenChat: chat,
  reopenTicket: ticket,
  // reviews
  answerReview: { ...review, content: 'Thank you, Maren!' },
  getReviewPicture: { ...review, image_id: '5mc3qko06g9wiw27eejf9eow' },
  getStaffReview: review,
  hideReview: { ...review, reason: 'Names a neighbour' },
  listStaffReviews: { rank: 100, has_pictures: 'true' },
  readReview: review,
  showReview: review,
  unreadReview: review,
}
