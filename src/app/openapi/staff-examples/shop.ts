const member = { id: 'cd6l46iphxfmjfsnemc22hu5' }
const role = { id: 'ayhp7dg8eg1z2d3vgrc0uyps' }
const webhook = { id: 'nksn4hkkuctozccaug7gy003' }
const delivery = { id: '1' }
const letter = { kind: 'ticket_received' }

export const shopExamples: Record<string, object> = {
  // settings
  getLetter: letter,
  testLetter: letter,
  sendMailAgain: { id: 'mail1' },
  // sign-in
  acceptInvitation: {
    token: '0123456789abcdefghijklmnopqrstuvwxyz0123456',
    name: 'Inês Prado',
    password: 'kelp forest at noon',
  },
  forgotStaffPassword: { email: 'ines@shop.example' },
  resetStaffPassword: { token: '0123456789abcdefghijklmnopqrstuvwxyz0123456', password: 'the gulls are out early' },
  sendCode: { code: '973806' },
  sendPasskey: {
    response: {
      id: 'MjZPFoyqStri8e71NvfqSyh7plu7FFmuPmyJGVrq-w0',
      rawId: 'MjZPFoyqStri8e71NvfqSyh7plu7FFmuPmyJGVrq-w0',
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0',
        authenticatorData: 'PlL_tYqRM3HC9UxY1yabs8PIc8DB38lmNtJLlLKlQSoFAAAAAg',
        signature: 'MEQCIGhZFwORhbHtH-Ar',
      },
      clientExtensionResults: {},
    },
  },
  signInStaff: { email: 'ines@shop.example', password: 'kelp forest at noon' },
  addMyPasskey: {
    name: 'Phone',
    response: {
      id: 'MjZPFoyqStri8e71NvfqSyh7plu7FFmuPmyJGVrq-w0',
      rawId: 'MjZPFoyqStri8e71NvfqSyh7plu7FFmuPmyJGVrq-w0',
      type: 'public-key',
      response: {
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0',
        attestationObject: 'o2NmbXRkbm9uZWdhdHRT',
        transports: ['internal'],
      },
      clientExtensionResults: {},
    },
  },
  changeMe: { name: 'Inês Prado' },
  changeMyPassword: { old_password: 'kelp forest at noon', password: 'a slow tide at dusk' },
  confirmMe: { code: '452571' },
  confirmMyCode: { code: '324226' },
  endMySession: { id: 'imj7opvv8au37ev46qwahr97' },
  removeMyPasskey: { id: 'MjZPFoyqStri8e71NvfqSyh7plu7FFmuPmyJGVrq-w0' },
  // staff
  changeMember: { ...member, role: 'support' },
  changeRole: { ...role, refund_limit: 5000 },
  disableMember: member,
  enableMember: member,
  endInvitation: { id: '79kunr4hdwcwphx5ryxbwk4y' },
  getMember: member,
  getRole: role,
  listMembers: { role: 'support' },
  removeRole: role,
  signOutMember: member,
  endKey: { id: 'vqk3vvsnmgat1x0yeysgwyqd' },
  listKeys: { status: 'live' },
  refuseRequest: { id: 'px3a5ukqm4qr4wmm0i176q4c' },
  listAudit: { about: 'members/cd6l46iphxfmjfsnemc22hu5' },
  getJob: { id: 'g3j40ae9y0sxn06ocrsh9pcg' },
  removeView: { id: 'gvr92sq0nnsqmtn71p93vne5' },
  saveView: { place: 'orders', name: 'To pack today', search: 'status=preparing' },
  // webhooks
  changeWebhook: { ...webhook, events: ['order.*', 'refund.*'] },
  getDelivery: delivery,
  getWebhook: webhook,
  listDeliveries: { state: 'waiting', webhook_id: 'nksn4hkkuctozccaug7gy003' },
  removeWebhook: webhook,
  retryDelivery: delivery,
  retryFailedDeliveries: webhook,
  rotateWebhookSecret: webhook,
  testWebhook: webhook,
}
