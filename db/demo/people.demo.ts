import { setCustomerName } from '#features/account/server/profile.service.ts'
import { addAddress } from '#features/addresses/server/addresses.service.ts'
import { endSession, findCustomer } from '#features/sign-in/server/session.service.ts'
import { confirmEmail, register } from '#features/sign-in/server/sign-in.service.ts'
import type { Mail } from '#server/mail/mail.ts'
import { deliverMails } from '#server/mail/send-mail.ts'
import type { Demo, DemoAddress, DemoPerson } from './demo.ts'

const password = 'Harbor2026'

type Line = [firstname: string, lastname: string, email: string, where: Omit<DemoAddress, 'firstname' | 'lastname'>]

const place = (
  telephone: string,
  address1: string,
  city: string,
  state: string,
  country: string,
  postcode: string,
  more: { address2?: string; houseNum?: string } = {},
) => ({
  telephone,
  address1,
  address2: more.address2 ?? '',
  houseNum: more.houseNum ?? '',
  city,
  state,
  country,
  postcode,
})

const shopper: Line = [
  'Maren',
  'Lindqvist',
  'shopper@harbor.test',
  place('+1 207 555 0142', '18 Ropewalk Lane', 'Portland', 'Maine', 'United States', '04101', { address2: 'Apt 4' }),
]
const newShopper: Line = [
  'Jonah',
  'Abara',
  'new@harbor.test',
  place('+1 503 555 0117', '902 NW Everett Street', 'Portland', 'Oregon', 'United States', '97209'),
]
/** Maren's other addresses. */
const shoppersOthers: [firstname: string, lastname: string, where: Line[3]][] = [
  [
    'Maren',
    'Lindqvist',
    place('+1 207 555 0142', '401 Commercial Street', 'Portland', 'Maine', 'United States', '04101', {
      address2: 'Floor 2, Casco Studio',
    }),
  ],
  [
    'Elsa',
    'Lindqvist',
    place('+46 31 555 01 90', 'Linnégatan', 'Göteborg', '', 'Sweden', '413 04', { houseNum: '27B' }),
  ],
  [
    'Tom',
    'Okafor',
    place('+1 617 555 0163', '75 Salem Street', 'Boston', 'Massachusetts', 'United States', '02113', {
      address2: 'Unit 3',
    }),
  ],
]
const others: Line[] = [
  [
    'Priya',
    'Raman',
    'priya@harbor.test',
    place('+44 20 5550 0143', '14 Narrow Street', 'London', '', 'United Kingdom', 'E14 8DJ'),
  ],
  [
    'Clara',
    'Voss',
    'clara@harbor.test',
    place('+49 40 555 0121', 'Große Elbstraße', 'Hamburg', '', 'Germany', '22767', { houseNum: '143' }),
  ],
  [
    'Amélie',
    'Caron',
    'amelie@harbor.test',
    place('+33 5 55 50 01 77', 'Quai des Chartrons', 'Bordeaux', '', 'France', '33000', { houseNum: '61' }),
  ],
  [
    'Sofia',
    'Marques',
    'sofia@harbor.test',
    place('+351 21 555 0188', 'Rua do Alecrim', 'Lisboa', '', 'Portugal', '1200-018', { houseNum: '30' }),
  ],
  [
    'Hannah',
    'Osei',
    'hannah@harbor.test',
    place('+1 415 555 0134', '2210 Polk Street', 'San Francisco', 'California', 'United States', '94109'),
  ],
  [
    'Yuki',
    'Tanabe',
    'yuki@harbor.test',
    place('+81 45 555 0109', '3-12 Motomachi', 'Yokohama', 'Kanagawa', 'Japan', '231-0861'),
  ],
  [
    'Noor',
    'Haddad',
    'noor@harbor.test',
    place('+971 4 555 0156', 'Al Seef Road', 'Dubai', '', 'United Arab Emirates', '00000'),
  ],
  [
    'Freja',
    'Holm',
    'freja@harbor.test',
    place('+45 33 55 01 12', 'Nyhavn', 'København', '', 'Denmark', '1051', { houseNum: '18' }),
  ],
  [
    'Lucía',
    'Ferrer',
    'lucia@harbor.test',
    place('+34 93 555 0174', 'Passeig de Joan de Borbó', 'Barcelona', '', 'Spain', '08003', { houseNum: '44' }),
  ],
  [
    'Daniel',
    'Kowalski',
    'daniel@harbor.test',
    place('+48 58 555 01 65', 'ul. Długa', 'Gdańsk', '', 'Poland', '80-831', { houseNum: '9' }),
  ],
  [
    'Marcus',
    'Bell',
    'marcus@harbor.test',
    place('+1 902 555 0129', '1869 Upper Water Street', 'Halifax', 'Nova Scotia', 'Canada', 'B3J 1S9'),
  ],
  [
    'Ines',
    'Duarte',
    'ines@harbor.test',
    place('+61 2 5550 0136', '7 Hickson Road', 'Sydney', 'New South Wales', 'Australia', '2000'),
  ],
]

export async function loadPeople(demo: Demo): Promise<void> {
  const addresses = new Map<string, DemoAddress>()
  const join = async ([firstname, lastname, email, where]: Line): Promise<DemoPerson> => {
    const person = await openAccount(demo, email, `${firstname} ${lastname}`)
    const address = { firstname, lastname, ...where }
    addresses.set(person.id, address)
    await addAddress(demo.shop, person.id, { ...toInput(address), is_default: true })
    return person
  }
  demo.at(400, '18:20')
  demo.shopper = await join(shopper)
  for (const [index, [firstname, lastname, where]] of shoppersOthers.entries()) {
    demo.at(300 - index * 60, '19:05')
    await addAddress(demo.shop, demo.shopper.id, { ...toInput({ firstname, lastname, ...where }), is_default: false })
  }
  for (const [index, line] of others.entries()) {
    demo.at(380 - index * 9, '12:40')
    demo.others.push(await join(line))
  }
  demo.ago({ hours: 3 })
  demo.newShopper = await join(newShopper)
  demo.addressOf = (person) => {
    const address = addresses.get(person.id)
    if (!address) throw new Error(`The demo knows no address of ${person.email}`)
    return address
  }
}

/** Opens an account as a real shopper does: registers, confirms the address by mail, and later closes the browser. */
async function openAccount({ shop }: Demo, email: string, name: string): Promise<DemoPerson> {
  const mails: Mail[] = []
  const device = 'the browser of the demo'
  const { signedIn } = await register(shop, { email, password, device })
  await deliverMails({ ...shop, sendMail: async (mail) => void mails.push(mail) })
  const token = /confirmemail\?token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1]
  if (!token) throw new Error(`No mail asked ${email} to confirm`)
  const actor = await findCustomer(shop, signedIn.token)
  if (!actor.customerId) throw new Error(`${email} could not be signed in`)
  await confirmEmail(shop, { token, device, actor })
  await setCustomerName(shop.db, signedIn.member_id, name)
  await endSession(shop, actor.sessionId)
  return { id: actor.customerId, email, name, actor }
}

function toInput({ address1, address2, houseNum, ...rest }: DemoAddress) {
  return { ...rest, address_1: address1, address_2: address2, house_num: houseNum }
}
