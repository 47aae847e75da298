// Every page and fragment there is: what `Views/` has to have a template for.

extension Templates {
    static let pages: [any Page.Type] = [
        AccountDeletedPage.self, AccountDeletionPage.self, ArrangeGoalsPage.self, ArrangePage.self,
        CardPage.self, CommunityPage.self, CookiesPage.self, CounterPage.self, DayPage.self,
        DeletionPage.self,
        DevicesPage.self, FeedbackPage.self, FeedbackThanksPage.self, FullPage.self, GoalFormPage.self,
        GoalPage.self, GoalYearsPage.self, GoalsPage.self, GoalsProblemPage.self, HistoryPage.self,
        HomePage.self, ImportPage.self, InvitationPage.self, JoinPage.self, KeyboardPage.self,
        LastChangesPage.self,
        NewCounterPage.self, NotePage.self, NoticePage.self, OfflinePage.self, OpenSearchPage.self,
        ProblemPage.self,
        RecoverPage.self, ResetPage.self, SearchPage.self, SettingsPage.self, SharePage.self,
        SharedPage.self, SignInSettingsPage.self, StatisticsPage.self, TitlePage.self,
        TransferPage.self, TrashPage.self, TutorialPage.self, WaitingPage.self, WatchCounterPage.self,
        WatchNamePage.self, WatchPage.self, WatchProblemPage.self, WatchResetPage.self, ZonePage.self,
    ]
}
