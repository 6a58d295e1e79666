/** The deletion of the account. */
export const deletion = {
  'Delete my account': 'मेरा अकाउंट डिलीट करें',
  'This deletes your account, so we check that it is you.':
    'इससे आपका अकाउंट डिलीट होता है, इसलिए हम पक्का करते हैं कि यह आप ही हैं।',
  'We couldn’t check your account. Nothing was changed.': 'हम आपका अकाउंट चेक नहीं कर पाए। कुछ नहीं बदला।',
  'Your account will be deleted': 'आपका अकाउंट डिलीट होगा',
  'Our team has to confirm it. Nothing is deleted before {time}.':
    'हमारी टीम को इसे कन्फ़र्म करना है। {time} से पहले कुछ डिलीट नहीं होगा।',
  'It’ll be deleted after {time}. Until then you can use it as before.':
    'यह {time} के बाद डिलीट होगा। तब तक आप इसे पहले की तरह इस्तेमाल कर सकते हैं।',
  Saving: 'सेव हो रहा है',
  'Keep my account': 'मेरा अकाउंट रखें',
  'What happens': 'क्या होगा',
  'What is deleted': 'क्या डिलीट होगा',
  'Your name, mobile number and email': 'आपका नाम, मोबाइल नंबर और ईमेल',
  'Player IDs and usernames in your orders': 'आपके ऑर्डर की प्लेयर आईडी और यूज़रनेम',
  'Codes, tickets and messages in your orders': 'आपके ऑर्डर के कोड, शिकायतें और मैसेज',
  'Devices, notifications and your password': 'डिवाइस, नोटिफिकेशन और आपका पासवर्ड',
  'What stays': 'क्या रहेगा',
  'Orders, payments and refunds, without your name and contacts: tax law requires them':
    'ऑर्डर, पेमेंट और रिफंड, आपके नाम और संपर्क के बिना: टैक्स कानून के लिए ये ज़रूरी हैं',
  'Our record of what our team changed in your account, which can’t be altered':
    'हमारी टीम ने आपके अकाउंट में जो बदला उसका रिकॉर्ड, जो बदला नहीं जा सकता',
  'Our team confirms it, and nothing is deleted for 3 days, in which you can cancel. After that it can’t be undone. Your mobile number and email can be used for a new account.':
    'हमारी टीम इसे कन्फ़र्म करती है, और 3 दिन तक कुछ डिलीट नहीं होता; तब तक आप रद्द कर सकते हैं। उसके बाद इसे वापस नहीं किया जा सकता। आपके मोबाइल नंबर और ईमेल से नया अकाउंट बन सकता है।',
  'End these first': 'पहले इन्हें पूरा करें',
  'Confirm that it’s you': 'कन्फ़र्म करें कि यह आप हैं',
  'We send a code to your mobile number and one to your email.':
    'हम एक कोड आपके मोबाइल नंबर पर और एक आपके ईमेल पर भेजते हैं।',
  'We send a code to your email.': 'हम आपके ईमेल पर एक कोड भेजते हैं।',
  'Code sent to your mobile number': 'आपके मोबाइल नंबर पर भेजा गया कोड',
  'Code sent to your email': 'आपके ईमेल पर भेजा गया कोड',
  'Browse games': 'गेम देखें',
  Redeem: 'रिडीम करें',
  'Send codes': 'कोड भेजें',
  'Send again': 'फिर भेजें',
  'This account has a staff role': 'इस अकाउंट के पास स्टाफ़ रोल है',
  'An owner has to remove the role first.': 'पहले किसी ओनर को यह रोल हटाना होगा।',
  'An order is still open': 'एक ऑर्डर अभी खुला है',
  'Wait until it is delivered, refunded or expired.': 'उसके डिलीवर, रिफंड या एक्सपायर होने तक इंतज़ार करें।',
  'A top-up is still open': 'एक टॉप-अप अभी खुला है',
  'Wait until it is paid or expired.': 'उसके पेमेंट या एक्सपायर होने तक इंतज़ार करें।',
  'A ticket about an order is still open': 'किसी ऑर्डर की शिकायत अभी खुली है',
  'Wait for our reply, or tell us in the order that it is resolved.':
    'हमारे जवाब का इंतज़ार करें, या ऑर्डर में हमें बताएँ कि समस्या हल हो गई।',
  'A payment is still in review': 'एक पेमेंट अभी चेक हो रहा है',
  'We’re checking it. Contact support if it takes longer than a day.':
    'हम चेक कर रहे हैं। एक दिन से ज़्यादा लगे तो सपोर्ट से संपर्क करें।',
  'A refund or a change of your balance is pending approval': 'आपके रिफंड या बैलेंस में बदलाव की मंज़ूरी बाकी है',
  'Wait until our team has decided.': 'हमारी टीम के फ़ैसले तक इंतज़ार करें।',
  'There is money in your wallet': 'आपके वॉलेट में पैसे हैं',
  'Spend it, or ask support to pay it out.': 'उन्हें खर्च करें, या सपोर्ट से वापस माँगें।',
  'You have points': 'आपके पास पॉइंट हैं',
  'Redeem them, then spend the balance.': 'उन्हें रिडीम करें, फिर बैलेंस खर्च करें।',
  'Our team reopened the account': 'हमारी टीम ने अकाउंट फिर से खोल दिया',
  'Contact support.': 'सपोर्ट से संपर्क करें।',
}
